import { createClient } from "@connectrpc/connect";
import { transport } from "./client.js";
import { ProjectListType } from "./gen/uvboard/v1/project_pb.js";
import { ProjectService } from "./gen/uvboard/v1/project_service_pb.js";

const { projects } = await createClient(ProjectService, transport).listProjects({
  type: ProjectListType.TRENDING,
  pageSize: 3,
});
for (const { title, author } of projects) console.log(title, "by", author?.username);
