# Does with a formula what Homebrew does, with archives that are here: ruby formula.rb FORMULA ARCHIVES PREFIX
require "digest"
require "fileutils"
require "pathname"
require "tmpdir"

formula, archives, prefix = ARGV.map { |path| Pathname(path).expand_path }

class Pathname
  # Puts files into this folder.
  def install(*files)
    mkpath
    files.each { |file| FileUtils.cp(file, self) }
  end
end

class Formula
  class << self
    attr_reader :facts, :check

    %i[desc homepage license sha256 url version].each do |name|
      define_method(name) { |*value, **more| (@facts ||= {})[name] = value.first || more }
    end
    { on_linux: /linux/, on_macos: /darwin/, on_intel: /^x86_64/, on_arm: /^(?:aarch64|arm64)/ }.each do |name, platform|
      define_method(name) { |&block| block.call if RUBY_PLATFORM.match?(platform) }
    end

    def test(&block)
      @check = block
    end
  end

  attr_reader :prefix, :testpath

  def initialize(prefix, testpath)
    @prefix, @testpath = prefix, testpath
  end

  def bin
    prefix + "bin"
  end

  def man1
    prefix + "share/man/man1"
  end

  def system(*words)
    Kernel.system(*words.map(&:to_s)) or abort "#{words.join(" ")} fails"
  end

  def generate_completions_from_executable(*words)
    %w[bash zsh fish].each do |shell|
      IO.popen([*words.map(&:to_s), shell], &:read).empty? and abort "there are no completions for #{shell}"
    end
  end
end

load formula
facts = Ishi.facts
archive = archives + File.basename(facts[:url])
abort "the checksum of #{archive} is another one" unless Digest::SHA256.file(archive).hexdigest == facts[:sha256]
abort "the description is too long, or ends with a full stop" if facts[:desc].length > 80 || facts[:desc].end_with?(".")
Dir.mktmpdir do |work|
  Kernel.system("tar", "-xzf", archive.to_s, "-C", work) or abort "#{archive} can't be unpacked"
  installed = Ishi.new(prefix, Pathname(Dir.mktmpdir))
  # Homebrew goes into the one folder of an archive.
  Dir.chdir(Dir.children(work).map { |name| File.join(work, name) }.first) { installed.install }
  abort "there is no manual" unless (prefix + "share/man/man1/ishi.1").file?
  Dir.chdir(installed.testpath) { installed.instance_eval(&Ishi.check) }
end
