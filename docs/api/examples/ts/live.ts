import { createClient } from "@connectrpc/connect";
import { transport } from "./client.js";
import { LiveList, LiveService } from "./gen/uvboard/v1/live_service_pb.js";

const topics = [{ topic: { case: "list", value: LiveList.PROJECTS } as const }];
for await (const { event } of createClient(LiveService, transport).subscribe({ topics })) {
  if (event.case === "ready" || event.case === "resync") console.log("fetch everything that you show");
  if (event.case === "changedList") console.log("the projects have changed");
}
