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
  var profile: Profile? { profilePart.value }
  /// Whether the profile is being loaded.
  @Busy var isLoadingProfile: Bool { profilePart.isLoading }
  /// The error message of loading the profile.
  @ErrorMessage var profileErrorMessage: String? { profilePart.errorMessage }

  /// The repositories of the user without forks, once loaded.
  var repositories: [Repository] { repositoriesPart.value }
  /// Whether the repositories are being loaded.
  @Busy var isLoadingRepositories: Bool { repositoriesPart.isLoading }
  /// The error message of loading the repositories.
  @ErrorMessage var repositoriesErrorMessage: String? { repositoriesPart.errorMessage }

  /// The languages of the repositories, the largest first.
  var languages: [LanguageSize] { languagesPart.value }
  /// Whether the languages are being loaded.
  @Busy var isLoadingLanguages: Bool { languagesPart.isLoading }
  /// The error message of loading the languages.
  @ErrorMessage var languagesErrorMessage: String? { languagesPart.errorMessage }

  private let profilePart = LoadablePart<Profile?>(nil)
  private let repositoriesPart = LoadablePart<[Repository]>([])
  private let languagesPart = LoadablePart<[LanguageSize]>([])
  /// The request for the list of repositories. Two parts of the page share it.
  private let repositoryLists = SingleFlight<String, [Repository]>()
  private let name: String
  private let repository: any SearchRepository
  private let texts: Texts

  init(name: String, repository: any SearchRepository, texts: Texts) {
    self.name = name
    self.repository = repository
    self.texts = texts
  }

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
    await profilePart.load(texts: texts) { try await self.repository.fetchProfile(of: self.name) }
  }

  /// Loads the repositories.
  @Action func loadRepositories() async {
    await repositoriesPart.load(texts: texts) { try await self.fetchRepositories() }
  }

  /// Loads the languages of the repositories.
  @Action func loadLanguages() async {
    await languagesPart.load(texts: texts) {
      let names = try await self.fetchRepositories().map(\.name)
      return try await LanguageSizes.fetch(of: names, owner: self.name, from: self.repository)
    }
  }

  private func fetchRepositories() async throws -> [Repository] {
    try await repositoryLists.run(name) { [repository, name] in try await repository.fetchRepositories(of: name) }
  }
}
