/// The fizz-buzz text of a number.
enum FizzBuzz {
  /// "Fizz" for a multiple of 5, "Buzz" for one of 3, "FizzBuzz" for both, and otherwise, or for 0, the number.
  static func text(for number: Int) -> String {
    guard number != 0 else { return "0" }
    return switch (number.isMultiple(of: 5), number.isMultiple(of: 3)) {
    case (true, true): "FizzBuzz"
    case (true, false): "Fizz"
    case (false, true): "Buzz"
    case (false, false): String(number)
    }
  }
}
