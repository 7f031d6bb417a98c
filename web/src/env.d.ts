declare module "aeroplane.wasm?url" {
  const url: string;
  export default url;
}
