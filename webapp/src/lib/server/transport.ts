import { createConnectTransport } from "@connectrpc/connect-web";
import { stepUp } from "../session/stepUp";
import { whenBusy } from "./busy";
import { publishAnyway } from "./publishAnyway";

const interceptors = [stepUp, publishAnyway, whenBusy];

/**
 * Calls the server that sent the page. Cookies are sent, since fetch includes them for its own origin by default.
 * Methods without side effects are sent as GET requests, which browsers and proxies can cache.
 */
export const transport = createConnectTransport({ baseUrl: "/", useHttpGet: true, interceptors });

/** The same for requests that may be too long for a URL: all methods are sent as POST requests. */
export const postTransport = createConnectTransport({ baseUrl: "/", interceptors });
