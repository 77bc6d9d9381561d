import SVVS

/// The details of a found user: three parts that are loaded independently.
@MainActor @ViewState("searchDetail", title: "User found")
final class SearchDetailViewState {
  /// The parameters of the page.
  @JSONCodable
  struct Parameters {
    /// The user name at the service.
    let name: String
  }

  /// The user's profile, once loaded.
  @Subtitle(member: "login") private(set) var profile: Profile?
  /// The error message of loading the profile.
  @ErrorMessage var profileErrorMessage: String? { texts.message(for: loadingProfile.error) }

  /// The repositories of the user without forks, once loaded.
  private(set) var repositories: [Repository] = []
  /// The error message of loading the repositories.
  @ErrorMessage var repositoriesErrorMessage: String? { texts.message(for: loadingRepositories.error) }

  /// The languages of the repositories, the largest first.
  private(set) var languages: [LanguageSize] = []
  /// The fraction of the repositories whose languages have been read, while the languages are being loaded.
  @Title("Loading languages") @Progress
  var loadedLanguages: Double? { loadingLanguages.isRunning ? loadedFraction : nil }
  /// The error message of loading the languages.
  @ErrorMessage var languagesErrorMessage: String? { texts.message(for: loadingLanguages.error) }

  private var loadedFraction = 0.0
  private let loadingProfile = Activity(.share)
  private let loadingRepositories = Activity(.share)
  private let loadingLanguages = Activity(.share)
  /// The request for the list of repositories. Two parts of the page share it.
  private let repositoryLists = SingleFlight<String, [Repository]>()
  private let name: String
  private let repository: any SearchRepository
  private let texts: Texts

  /// Loads all parts. Front ends call this when the page appears.
  @Action(.onAppear) func onAppear() async {
    await withTaskGroup { group in
      group.addImmediateTask { await self.loadProfile() }
      group.addImmediateTask { await self.loadRepositories() }
      group.addImmediateTask { await self.loadLanguages() }
    }
  }

  /// Loads the profile.
  @Action func loadProfile() async {
    await loadingProfile.run {
      try await self.repository.fetchProfile(of: self.name)
    } then: {
      self.profile = $0
    }
  }

  /// Loads the repositories.
  @Action func loadRepositories() async {
    await loadingRepositories.run {
      try await self.fetchRepositories()
    } then: {
      self.repositories = $0
    }
  }

  /// Loads the languages of the repositories.
  @Action func loadLanguages() async {
    if !loadingLanguages.isRunning { loadedFraction = 0 }
    await loadingLanguages.run {
      let names = try await self.fetchRepositories().map(\.name)
      return try await LanguageSizes.fetch(of: names, owner: self.name, from: self.repository) {
        // The progress of a cancelled run is not that of the run after it.
        if !Task.isCancelled { self.loadedFraction = $0 }
      }
    } then: {
      self.languages = $0
    }
  }

  private func fetchRepositories() async throws -> [Repository] {
    try await repositoryLists.run(name) { [repository, name] in try await repository.fetchRepositories(of: name) }
  }
}
