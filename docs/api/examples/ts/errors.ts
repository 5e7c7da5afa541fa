import { Code, ConnectError, createClient } from "@connectrpc/connect";
import { transport } from "./client.js";
import { ErrorDetailSchema } from "./gen/uvboard/v1/common_pb.js";
import { ProjectService } from "./gen/uvboard/v1/project_service_pb.js";

const client = createClient(ProjectService, transport);
for (;;) {
  try {
    await client.createProject({ project: { title: "P" } });
    break;
  } catch (cause) {
    const error = ConnectError.from(cause);
    // A code for programs, and a message for each invalid field.
    const [detail] = error.findDetails(ErrorDetailSchema);
    if (error.code === Code.ResourceExhausted && detail?.retryAfter) {
      const { retryAfter } = detail;
      await new Promise((resolve) => setTimeout(resolve, retryAfter * 1000));
      continue;
    }
    console.log(detail?.code);
    console.log("title:", detail?.fields.title);
    break;
  }
}
