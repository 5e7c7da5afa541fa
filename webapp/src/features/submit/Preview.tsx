import { create } from "@bufbuild/protobuf";
import { timestampNow } from "@bufbuild/protobuf/wkt";
import { Text } from "@mantine/core";
import { useState } from "react";
import { ProjectCard } from "../../components/project/ProjectCard";
import { type Project, ProjectSchema } from "../../gen/uvboard/v1/project_pb";
import type { SessionUser } from "../../gen/uvboard/v1/user_pb";
import type { Draft } from "./draft";
import css from "./Submit.module.css";
import { withoutMarks } from "./tagline";

/** The project's card in lists, not interactive. Ghost lines stand for fields that are still empty. */
export function Preview({ draft, user, project }: { draft: Draft; user: SessionUser; project: Project | undefined }) {
  const [now] = useState(timestampNow);
  const shown = create(ProjectSchema, {
    id: project?.id ?? "preview",
    isPublic: draft.isPublic,
    userId: project?.userId ?? user.id,
    title: draft.title.trim() || "Your project",
    tagline: draft.tagline.trim(),
    excerpt: withoutMarks(draft.description),
    logo: draft.logo,
    coverImage: draft.coverImage,
    media: { screenshots: draft.screenshots },
    vibeTools: draft.vibeTools,
    customTools: draft.customTools,
    tags: draft.tags,
    upvotes: project?.upvotes,
    downvotes: project?.downvotes,
    createdAt: project?.createdAt ?? now,
    author: project?.author ?? { username: user.username, viberTag: user.viberTag },
  });
  return (
    <aside className={css.preview} aria-label="Card preview">
      <Text component="h2" size="sm" fw={560} c="dimmed" mb={8}>
        Card preview
      </Text>
      <div inert>
        <ProjectCard project={shown} />
      </div>
    </aside>
  );
}
