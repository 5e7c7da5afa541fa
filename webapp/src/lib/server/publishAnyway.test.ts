import { Code, ConnectError, createClient, createRouterTransport } from "@connectrpc/connect";
import { expect, test } from "vitest";
import { ErrorDetailSchema } from "../../gen/uvboard/v1/common_pb";
import { ForumService } from "../../gen/uvboard/v1/forum_service_pb";
import { ProjectService } from "../../gen/uvboard/v1/project_service_pb";
import { providePublishAnyway, publishAnyway } from "./publishAnyway";

const found = () =>
  new ConnectError("This looks like a live key.", Code.InvalidArgument, undefined, [
    { desc: ErrorDetailSchema, value: { code: "SECRET_FOUND" } },
  ]);

const transport = createRouterTransport(
  ({ rpc }) => {
    rpc(ForumService.method.createPost, (request) => {
      if (!request.publishAnyway) throw found();
      return { post: { content: request.content } };
    });
    rpc(ProjectService.method.updateProject, (request) => {
      if (!request.project?.publishAnyway) throw found();
      return { project: { title: request.project.title ?? "" } };
    });
    rpc(ForumService.method.createThread, () => {
      throw new ConnectError("Title is required", Code.InvalidArgument);
    });
  },
  { transport: { interceptors: [publishAnyway] } },
);
const forum = createClient(ForumService, transport);
const projects = createClient(ProjectService, transport);

test("a text that looks like a key is published only if the user says so", async () => {
  const post = { threadId: "1", content: "key" };
  await expect(forum.createPost(post)).rejects.toThrow("live key");

  const asked: string[] = [];
  let answer = false;
  const end = providePublishAnyway((message) => {
    asked.push(message);
    return Promise.resolve(answer);
  });
  await expect(forum.createPost(post)).rejects.toThrow("live key");
  answer = true;
  expect((await forum.createPost(post)).post?.content).toBe("key");
  expect((await projects.updateProject({ id: "1", project: { title: "key" } })).project?.title).toBe("key");
  await expect(forum.createThread({})).rejects.toThrow("Title is required");
  expect(asked).toEqual(Array(3).fill("This looks like a live key."));
  end();
  await expect(forum.createPost(post)).rejects.toThrow("live key");
});
