import type { Interceptor } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-node";

export const board = process.env.BOARD ?? "http://localhost:8080";
export const authorization = `Bearer ${process.env.TOKEN}`;

const withToken: Interceptor = (next) => (request) => {
  request.header.set("Authorization", authorization);
  return next(request);
};

export const transport = createConnectTransport({ baseUrl: board, httpVersion: "1.1", interceptors: [withToken] });
