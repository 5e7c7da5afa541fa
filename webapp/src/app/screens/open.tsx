import { readFileSync } from "node:fs";
import { Code, ConnectError, type ConnectRouter, createRouterTransport, type Interceptor } from "@connectrpc/connect";
import { TransportProvider } from "@connectrpc/connect-query";
import { notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, RouterProvider } from "@tanstack/react-router";
import { configure, screen, waitFor, within } from "@testing-library/dom";
import { PointerEventsCheckLevel, userEvent } from "@testing-library/user-event";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, expect, vi } from "vitest";
import { ErrorDetailSchema } from "../../gen/uvboard/v1/common_pb";
import { newQueryClient } from "../../lib/server/query";

// What jsdom lacks. Nothing has a size, so layout is tested in journeys.
class Observer {
  observe() {}
  unobserve() {}
  disconnect() {}
}
vi.stubGlobal("ResizeObserver", Observer);
vi.stubGlobal("IntersectionObserver", Observer);
vi.stubGlobal("matchMedia", (query: string) => ({
  matches: query.includes("reduced-motion"),
  addEventListener() {},
  removeEventListener() {},
}));
vi.stubGlobal("scrollTo", () => {});
Element.prototype.scrollIntoView = () => {};
// There are no style sheets, so elements with the same tag look the same. jsdom would match its rules at each query.
const { defaultView } = document as { defaultView: Window & typeof globalThis };
const computed = defaultView.getComputedStyle.bind(defaultView);
const plain = new Map<string, CSSStyleDeclaration>();
defaultView.getComputedStyle = (element, pseudo) => {
  const own = element.hasAttribute("hidden") || /display|visibility/.test(element.getAttribute("style") ?? "");
  if (pseudo || own) return computed(element, pseudo);
  const style = plain.get(element.tagName) ?? computed(document.createElement(element.tagName));
  plain.set(element.tagName, style);
  return style;
};
Object.defineProperty(document, "fonts", { value: { addEventListener() {}, removeEventListener() {} } });
// Modules read the settings of the product from the page when they are loaded.
const megabyte = 1024 * 1024;
document.head.innerHTML =
  `<meta name="max-image-bytes" content="${5 * megabyte}">` +
  `<meta name="max-video-bytes" content="${100 * megabyte}">`;
const { ThemeProvider } = await import("../../theme/ThemeProvider");
// The only file that the app fetches by itself: the rules of its forms.
vi.stubGlobal("fetch", async () => new Response(readFileSync("src/gen/rules.binpb")));
// A wait ends with its condition or with the test (testTimeout in vitest.config.ts), not with a time: a screen, a dialog or a
// toast may load its code first. Computing what is visible would take most of the time.
configure({
  asyncUtilTimeout: 120_000,
  defaultHidden: true,
  // A step of a test ends after React has rendered what it led to.
  asyncWrapper: async (step) => {
    const result = await step();
    await new Promise((resolve) => setTimeout(resolve));
    return result;
  },
});
// A toast stays until the next one, since a busy machine may look for it after its five seconds.
const { show } = notifications;
vi.spyOn(notifications, "show").mockImplementation((toast, store) => show({ ...toast, autoClose: false }, store));

let root: Root | undefined;
function leave() {
  root?.unmount();
  document.body.replaceChildren();
  notifications.clean();
}
afterEach(() => {
  leave();
  localStorage.clear();
});

/** The button with exactly this name. */
export const button = (name: string) => screen.getByRole("button", { name });

/** Expects the message at a field. */
export const says = (field: HTMLElement, message: string) =>
  waitFor(() => {
    const ids = field.getAttribute("aria-describedby")?.split(" ") ?? [];
    expect(ids.map((id) => document.getElementById(id)?.textContent).join(" ")).toContain(message);
  });

/** Expects a toast with the title and the text. */
export const toasted = (title: string, text: string) =>
  waitFor(() =>
    expect(within(screen.getByLabelText("Notifications (F8)")).getByText(title).parentElement?.textContent).toContain(
      text,
    ),
  );

/** The server's refusal of fields. */
export const refusal = (fields: Record<string, string>, code = Code.InvalidArgument) =>
  new ConnectError("refused", code, undefined, [
    { desc: ErrorDetailSchema, value: { code: "VALIDATION_FAILED", fields } },
  ]);

/** Opens the screen at an address with the answers of the given services, and waits for its heading. */
export async function openScreen(
  path: string,
  heading: string | RegExp,
  services: (router: ConnectRouter) => void,
  /** Which methods fail from the beginning. */
  fails: (method: string) => boolean = () => false,
) {
  // One screen at a time, as in a browser: two would both show a toast.
  leave();
  // What happens to the calls of a method before they are sent.
  const before = new Map<string, () => unknown>();
  const sent: string[] = [];
  const intercept: Interceptor = (next) => async (request) => {
    sent.push(request.method.name);
    await before.get(request.method.name)?.();
    if (fails(request.method.name)) throw new ConnectError("", Code.Internal);
    return next(request);
  };
  const transport = createRouterTransport(services, { transport: { interceptors: [intercept] } });
  const client = newQueryClient();
  const { newRouter } = await import("../router");
  const router = newRouter({ client, transport });
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: [path] }) });
  const user = userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never });
  /** Holds the calls of a method back until the returned function is called. */
  const hold = (method: string) => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    before.set(method, () => released);
    return () => {
      before.delete(method);
      release();
    };
  };
  root = createRoot(document.body.appendChild(document.createElement("div")));
  root.render(
    <TransportProvider transport={transport}>
      <QueryClientProvider client={client}>
        <ThemeProvider>
          <RouterProvider router={router} />
        </ThemeProvider>
      </QueryClientProvider>
    </TransportProvider>,
  );
  await screen.findByRole("heading", { level: 1, name: heading });
  return {
    user,
    /** Replaces the text of a field. */
    fill: async (field: HTMLElement, text: string) => {
      await user.clear(field);
      if (text) await user.paste(text);
    },
    sent,
    location: () => router.state.location.href,
    go: (href: string) => router.navigate({ href }),
    /** Lets the calls of a method fail without a message. Returns a function that ends it. */
    fail: (method: string, thrown: unknown = new ConnectError("", Code.Internal)) => {
      before.set(method, () => Promise.reject(thrown));
      return () => void before.delete(method);
    },
    /** Lets a method fail while `act` calls it, and expects a toast with the fallback. */
    failing: async (method: string, act: () => Promise<unknown>, title: string, text: string) => {
      before.set(method, () => Promise.reject(new ConnectError("", Code.Internal)));
      await act();
      await toasted(title, text);
      expect(within(screen.getByLabelText("Notifications (F8)")).getByRole("alert").textContent).toContain(title);
      before.delete(method);
    },
    hold,
    /** Holds a call back while `act` sends it, and expects the label of the disabled button meanwhile. */
    pending: async (method: string, act: () => Promise<unknown>, label: string) => {
      const release = hold(method);
      await act();
      expect(((await screen.findByRole("button", { name: label })) as HTMLButtonElement).disabled).toBe(true);
      release();
      await waitFor(() => expect(screen.queryByRole("button", { name: label })).toBeNull());
    },
  };
}
