class Ishi < Formula
  desc "{summary}"
  homepage "{repository}"
  version "{version}"
  license any_of: ["MIT", "Apache-2.0"]

{homebrew_platforms}

  def install
    bin.install "ishi"
    man1.install "ishi.1"
    generate_completions_from_executable(bin/"ishi", "completions")
  end

  test do
    (testpath/"a.ishi").write "B 1 Q16\nW 2 D4\n"
    system bin/"ishi", "check", "--quiet", "a.ishi"
  end
end
