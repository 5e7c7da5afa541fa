import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { create } from "@bufbuild/protobuf";
import { createRouterTransport, type Transport } from "@connectrpc/connect";
import { createConnectQueryKey, TransportProvider } from "@connectrpc/connect-query";
import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, RouterProvider } from "@tanstack/react-router";
import { renderToString } from "react-dom/server";
import { prerender } from "react-dom/static";

// Writes the texts of pages that are the same for everybody as HTML, which the server shows until the app has loaded
// (backend/platform/web). It runs after the build of the app, and its files are named after the pages.

const paths = [
  "/about",
  "/contact",
  "/docs/agents",
  "/docs/api",
  "/docs/api/guide",
  "/docs/checks",
  "/docs/webhooks",
  "/fair",
  "/feedback/rules",
  "/guidelines",
  "/moderation",
  "/pricing",
  "/privacy",
  "/register",
  "/reputation",
  "/terms",
  "/toolkit",
  "/toolkit/imaginator",
  "/toolkit/logo",
  "/toolkit/theme",
];

// The server puts the board's own name and address in their place.
const name = "{{name}}";
const origin = "http://origin.invalid";

// Modules read the settings of the product from the page when they are loaded. Later no document may be found, since libraries
// would take the process for a browser.
Object.assign(globalThis, {
  document: {
    querySelector: (selector: string) => (selector === 'meta[name="application-name"]' ? { content: name } : null),
  },
});
const { newRouter } = await import("./src/app/router");
const { newQueryClient } = await import("./src/lib/server/query");
const { ThemeProvider } = await import("./src/theme/ThemeProvider");
const { BoardPageName } = await import("./src/gen/uvboard/v1/board_pb");
const { BoardService } = await import("./src/gen/uvboard/v1/board_service_pb");
const { AccountService } = await import("./src/gen/uvboard/v1/account_service_pb");
Reflect.deleteProperty(globalThis, "document");
Object.assign(globalThis, {
  window: { matchMedia: () => ({ matches: true }), location: { origin }, setTimeout },
  localStorage: { getItem: () => null },
});

const { ABOUT, GUIDELINES, PRICING, PRIVACY, TERMS } = BoardPageName;
const boardPages = [ABOUT, GUIDELINES, PRICING, PRIVACY, TERMS];

/** A query cache that knows a visitor and the product's own texts. Nothing else is known, and no request is made. */
function newClient(transport: Transport) {
  const client = newQueryClient();
  const session = { schema: AccountService.method.getSession, input: {}, transport, cardinality: "finite" } as const;
  client.setQueryData(createConnectQueryKey(session), create(session.schema.output));
  for (const page of boardPages) {
    const own = {
      schema: BoardService.method.getBoardPage,
      input: { page },
      transport,
      cardinality: "finite",
    } as const;
    client.setQueryData(createConnectQueryKey(own), create(own.schema.output));
  }
  return client;
}

async function write(path: string, directory: string) {
  const never = () => () => new Promise<never>(() => {});
  const transport = createRouterTransport(() => {}, { transport: { interceptors: [never] } });
  const client = newClient(transport);
  const router = newRouter({ client, transport });
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: [path] }) });
  await router.load();
  const app = (
    <TransportProvider transport={transport}>
      <QueryClientProvider client={client}>
        <ThemeProvider>
          <RouterProvider router={router} />
        </ThemeProvider>
      </QueryClientProvider>
    </TransportProvider>
  );
  await prerender(app); // loads what is loaded lazily
  const html = renderToString(app);
  const error = /data-msg="([^"]*)"/.exec(html);
  if (error) throw new Error(`${path} did not render: ${error[1]}`);
  const [, main] = /<main\b[^>]*>(.*)<\/main>/s.exec(html) ?? [];
  const variables = /<style data-mantine-styles="true"[^>]*>.*?<\/style>/s.exec(html)?.[0] ?? "";
  if (!main) throw new Error(`${path} has no content`);
  const file = join(directory, `${path}.html.br`);
  await mkdir(dirname(file), { recursive: true });
  const texts = main
    .replace(/<script\b.*?<\/script>/gs, "") // of the router, for an app that takes over such HTML
    .replace(/<(input|textarea|select|button)\b/g, "<$1 inert"); // what is typed before the app is there would be lost
  await writeFile(file, brotliCompressSync(variables + texts));
}

for (const path of paths) await write(path, "dist/prerendered");
