declare module "aeroplane.wasm?url" {
  const url: string;
  export default url;
}
declare module "aeroplane-strong.wasm?url" {
  const url: string;
  export default url;
}
declare module "standard.net?url" {
  const url: string;
  export default url;
}

declare module "catalogue/*.later" {
  const messages: Record<string, string>;
  export default messages;
}
