import { createClient } from "@connectrpc/connect";
import { board, transport } from "./client.js";
import { Category, Stage, VibeTool } from "./gen/uvboard/v1/project_pb.js";
import { ProjectService } from "./gen/uvboard/v1/project_service_pb.js";

const { project } = await createClient(ProjectService, transport).createProject({
  project: {
    title: "Pixel Garden",
    tagline: "A garden that grows with your commits",
    logo: "https://example.com/logo.png",
    stage: Stage.MVP,
    primaryCategory: Category.DEVELOPER_TOOLS,
    vibeTools: { values: [VibeTool.CURSOR, VibeTool.CLAUDE] },
    links: { repo: "https://example.com/pixel-garden" },
  },
});
console.log(`${board}/projects/${project?.id}`);
