import type { DescMessage, DescMethodUnary, MessageInitShape, MessageShape } from "@bufbuild/protobuf";
import { ConnectError, type Interceptor } from "@connectrpc/connect";
import { addStaticKeyToTransport, callUnaryMethod } from "@connectrpc/connect-query-core";
import { createConnectTransport } from "@connectrpc/connect-web";
import { AccountService } from "../gen/uvboard/v1/account_service_pb";
import { ErrorDetailSchema } from "../gen/uvboard/v1/common_pb";
import { ProjectService } from "../gen/uvboard/v1/project_service_pb";
import { StatsService } from "../gen/uvboard/v1/stats_service_pb";
import { UserService } from "../gen/uvboard/v1/user_service_pb";
import { VoteService } from "../gen/uvboard/v1/vote_service_pb";
import { type Call, transportKey } from "./calls";

/** Puts what the server says of a failure, besides its sentence, where readFailure finds it. */
export const explain: Interceptor = (next) => async (request) => {
  try {
    return await next(request);
  } catch (thrown) {
    const error = ConnectError.from(thrown);
    throw Object.assign(error, { detail: error.findDetails(ErrorDetailSchema)[0] });
  }
};

/** The one way to the server: Connect on the page's own origin, with its cookies; reads go as cacheable GETs. */
export const transport = addStaticKeyToTransport(
  createConnectTransport({
    baseUrl: "/",
    useHttpGet: true,
    interceptors: [explain],
    fetch: (input, init) => fetch(input, { ...init, credentials: "same-origin" }),
  }),
  transportKey,
);

const services = [AccountService, ProjectService, StatsService, UserService, VoteService];

/** The method that a call names. */
export function methodOf<I extends DescMessage, O extends DescMessage>({ service, method }: Call<I, O>) {
  const found = services.find((one) => one.typeName === service)?.methods.find((one) => one.name === method);
  if (found?.methodKind !== "unary") throw new Error(`there is no call ${service}/${method}`);
  return found as unknown as DescMethodUnary<I, O>;
}

/** Makes a call and gives its answer, or throws what readFailure reads. */
export function ask<I extends DescMessage, O extends DescMessage>(
  call: Call<I, O>,
  input: MessageInitShape<I>,
  signal?: AbortSignal,
): Promise<MessageShape<O>> {
  return callUnaryMethod(transport, methodOf(call), input, { signal });
}
