{
  description = "Language server, formatter and checker for Go records in the Ishi Standard Format";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs =
    { self, nixpkgs }:
    let
      systems = [
        "x86_64-linux"
        "aarch64-linux"
        "x86_64-darwin"
        "aarch64-darwin"
      ];
      root = nixpkgs.lib.importTOML ./Cargo.toml;
      # The crates have the version, the author and the address in common.
      manifest = root.package // root.workspace.package;
      each = nixpkgs.lib.genAttrs systems;
    in
    {
      packages = each (
        system:
        let
          pkgs = nixpkgs.legacyPackages.${system};
        in
        {
          default = pkgs.rustPlatform.buildRustPackage {
            pname = manifest.name;
            inherit (manifest) version;
            src = self;
            cargoLock.lockFile = ./Cargo.lock;
            # The tests need editors, and are run before a release.
            doCheck = false;
            meta = {
              inherit (manifest) description;
              license = with pkgs.lib.licenses; [
                mit
                asl20
              ];
              mainProgram = "ishi";
            };
          };
        }
      );
    };
}
