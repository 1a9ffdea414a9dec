# The package of the flake, evaluated with as much of nixpkgs as it uses.
let
  lib = {
    importTOML = file: builtins.fromTOML (builtins.readFile file);
    genAttrs = names: value: builtins.listToAttrs (map (name: { inherit name; value = value name; }) names);
    licenses = {
      mit = "MIT";
      asl20 = "Apache-2.0";
    };
  };
  pkgs = {
    inherit lib;
    rustPlatform.buildRustPackage = package: package;
  };
  nixpkgs = {
    inherit lib;
    legacyPackages.x86_64-linux = pkgs;
  };
  package = ((import ../../flake.nix).outputs { self = ../..; inherit nixpkgs; }).packages.x86_64-linux.default;
in
{
  inherit (package) pname version;
  inherit (package.meta) license mainProgram;
  lock = builtins.pathExists package.cargoLock.lockFile;
}
