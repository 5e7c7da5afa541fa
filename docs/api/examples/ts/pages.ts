import { createClient } from "@connectrpc/connect";
import { transport } from "./client.js";
import { ProjectSort } from "./gen/uvboard/v1/project_pb.js";
import { ProjectService } from "./gen/uvboard/v1/project_service_pb.js";

const client = createClient(ProjectService, transport);
let pageToken = "";
do {
  const page = await client.listProjects({ sort: ProjectSort.NEWEST, pageSize: 10, pageToken });
  for (const { title } of page.projects) console.log(title);
  pageToken = page.nextPageToken;
} while (pageToken);
