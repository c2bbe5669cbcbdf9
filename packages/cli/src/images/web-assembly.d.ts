/** The part of the platform's WebAssembly that this package uses without the DOM's types. */
declare namespace WebAssembly {
  class Module {
    private constructor();
  }
  function compile(bytes: Uint8Array): Promise<Module>;
}
