// The page says in its head what its scripts will ask for first, so that it comes along with them.
import type { Plugin } from "vite";

export function preload_plugin(): Plugin {
  return {
    name: "aeroplane:preload",
    transformIndexHtml: {
      order: "post",
      handler: (_, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((name) => /\baeroplane-(?!strong).*\.wasm$/.test(name))
          .map((name) => ({
            tag: "link",
            attrs: { rel: "preload", as: "fetch", crossorigin: true, href: `./${name}` },
            injectTo: "head" as const,
          })),
    },
  };
}
