import { type ConnectRouter, createRouterTransport, type Interceptor } from "@connectrpc/connect";
import { TransportProvider } from "@connectrpc/connect-query";
import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, RouterProvider } from "@tanstack/react-router";
import { renderToString } from "react-dom/server";
import { prerender } from "react-dom/static";
import { vi } from "vitest";
import { newQueryClient } from "../../lib/server/query";

// Modules read the settings of the product from the page when they are loaded. Later no document may be found, since
// libraries would take the process for a browser.
vi.stubGlobal("document", { querySelector: () => null });
const { ThemeProvider } = await import("../../theme/ThemeProvider");
vi.unstubAllGlobals();

/** A link, or a button that navigates. */
type Link = { name: string; href: string; newTab: boolean };

/** A rendered screen, or a part of it. */
export class Screen {
  /** The visible text, with a line for each block. */
  readonly text: string;
  readonly links: Link[];

  /** The elements, without comments and style sheets. */
  readonly html: string;

  constructor(rendered: string) {
    const html = rendered.replace(/<(style|script)\b.*?<\/\1>|<!--.*?-->/gs, "");
    this.html = html;
    this.text = textOf(html);
    this.links = [...html.matchAll(/<a ([^>]*)>(.*?)<\/a>/gs)].map(([, attributes = "", content = ""]) => ({
      name: /aria-label="([^"]*)"/.exec(attributes)?.[1] ?? textOf(content),
      href: decode(/href="([^"]*)"/.exec(attributes)?.[1] ?? ""),
      newTab: attributes.includes('target="_blank"'),
    }));
  }

  /** The address of the link with this name; undefined if there is none. */
  href(name: string): string | undefined {
    return this.links.find((link) => link.name === name)?.href;
  }

  /** The innermost element of this kind that has the text. */
  part(
    tag: "section" | "article" | "header" | "footer" | "nav" | "li" | "main" | "form" | "aside",
    text: string,
  ): Screen {
    const open = `<${tag}`;
    let best: string | undefined;
    for (let at = this.html.indexOf(open); at >= 0; at = this.html.indexOf(open, at + 1)) {
      let depth = 0;
      for (const match of this.html.slice(at).matchAll(new RegExp(`<${tag}[ >]|</${tag}>`, "g"))) {
        depth += match[0].startsWith("</") ? -1 : 1;
        if (depth > 0) continue;
        const element = this.html.slice(at, at + match.index);
        if (textOf(element).includes(text) && (!best || element.length < best.length)) best = element;
        break;
      }
    }
    if (!best) throw new Error(`there is no ${tag} with ${JSON.stringify(text)} in:\n${this.text}`);
    return new Screen(best);
  }

  /** How many elements have this attribute or text in their HTML. */
  count(html: string): number {
    return this.html.split(html).length - 1;
  }
}

function decode(text: string): string {
  const named: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };
  return text.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => named[name] ?? "");
}

function textOf(html: string): string {
  const lines = html
    .replace(/<svg\b.*?<\/svg>/gs, "")
    .replace(/<\/?(a|abbr|b|em|i|span|strong|time)\b[^>]*>/g, "")
    .replace(/<[^>]+>/g, "\n");
  return decode(lines)
    .replace(/\s*\n\s*/g, "\n")
    .trim();
}

/**
 * Renders the screen at an address with the answers of the given services. There is no browser: effects do not run, so
 * what appears after the first render is tested in journeys. With `loading`, no request is answered.
 */
export async function renderScreen(
  path: string,
  services: (router: ConnectRouter) => void,
  { loading = false } = {},
): Promise<Screen> {
  const { newRouter } = await import("../router");
  const never: Interceptor = () => () => new Promise(() => {});
  const transport = createRouterTransport(services, { transport: { interceptors: loading ? [never] : [] } });
  const client = newQueryClient();
  // A failed query stays failed, so that its error is shown.
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retryOnMount: false } });
  const router = newRouter({ client, transport });
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: [path] }) });
  const window = { matchMedia: () => ({ matches: true }), location: { origin: "https://board.example" }, setTimeout };
  vi.stubGlobal("window", window);
  vi.stubGlobal("localStorage", { getItem: () => null });
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
  // Queries begin in effects, so they are fetched here until neither a response nor lazily loaded code starts
  // another query.
  for (let waiting = true; waiting; ) {
    await prerender(app);
    const pending = client
      .getQueryCache()
      .getAll()
      .filter(
        ({ state, options }) => state.status === "pending" && !("enabled" in options && options.enabled === false),
      );
    waiting = pending.length > 0 && !loading;
    if (waiting) await Promise.allSettled(pending.map((query) => query.fetch()));
  }
  const html = renderToString(app);
  vi.unstubAllGlobals();
  const error = /data-msg="([^"]*)"/.exec(html);
  if (error) throw new Error(`${path} did not render: ${error[1]}`);
  return new Screen(html);
}
