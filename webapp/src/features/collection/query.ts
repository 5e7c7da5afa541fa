import { CollectionService } from "../../gen/uvboard/v1/collection_service_pb";
import { loadLater } from "../../lib/server/first";
import { prefetch, type RouteContext } from "../../lib/server/query";

export function prefetchCollection(context: RouteContext, id: string): void {
  loadLater(context.client, context.transport, CollectionService);
  prefetch(context, CollectionService.method.getCollection, { id });
}
