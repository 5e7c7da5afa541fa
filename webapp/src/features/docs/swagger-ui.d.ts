/** The part of Swagger UI's API that this app uses. The package has no types. */
declare module "swagger-ui-dist/swagger-ui-es-bundle.js" {
  /** What plugins and components receive. */
  export interface System {
    React: { createElement: (type: unknown, props?: object | null, ...children: unknown[]) => unknown };
    getComponent: (name: string, connected: boolean) => unknown;
    specSelectors: { loadingStatus: () => string; info: () => { get: (name: string) => string } };
  }
  interface Options {
    domNode: HTMLElement;
    url: string;
    layout: string;
    plugins: ((system: System) => object)[];
    docExpansion: "none" | "list" | "full";
    defaultModelsExpandDepth: number;
    defaultModelExpandDepth: number;
    deepLinking: boolean;
    displayRequestDuration: boolean;
    filter: boolean;
    validatorUrl: null;
  }
  export default function SwaggerUI(options: Options): unknown;
}
