import { createClient } from "@connectrpc/connect";
import { transport } from "./client.js";
import { ProjectSort } from "./gen/uvboard/v1/project_pb.js";
import { ProjectService } from "./gen/uvboard/v1/project_service_pb.js";

const { projects } = await createClient(ProjectService, transport).listProjects({
  search: "writing",
  sort: ProjectSort.NEWEST,
  pageSize: 3,
});
for (const { title } of projects) console.log(title);
