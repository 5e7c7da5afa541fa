import { create } from "@bufbuild/protobuf";
import { timestampNow } from "@bufbuild/protobuf/wkt";
import { useState } from "react";
import { ProjectCard } from "../../components/project/ProjectCard";
import { type Project, ProjectSchema } from "../../gen/uvboard/v1/project_pb";
import type { SessionUser } from "../../gen/uvboard/v1/user_pb";
import type { Draft } from "./draft";
import css from "./Submit.module.css";
import { withoutMarks } from "./tagline";

/** The card as the lists will show it. It is for looking at: nothing in it can be pressed. */
export function Preview({ draft, user, project }: { draft: Draft; user: SessionUser; project: Project | undefined }) {
  const [now] = useState(timestampNow);
  const shown = create(ProjectSchema, {
    id: project?.id ?? "preview",
    isPublic: draft.isPublic,
    userId: project?.userId ?? user.id,
    title: draft.title.trim() || "Your project",
    tagline: draft.tagline,
    excerpt: withoutMarks(draft.description),
    logo: draft.logo,
    coverImage: draft.coverImage,
    media: { screenshots: draft.screenshots },
    vibeTools: draft.vibeTools,
    customTools: draft.customTools,
    upvotes: project?.upvotes,
    downvotes: project?.downvotes,
    createdAt: project?.createdAt ?? now,
    author: project?.author ?? { username: user.username, viberTag: user.viberTag },
  });
  return (
    <aside className={css.preview} aria-label="Card preview">
      <h2>Card preview</h2>
      <div inert>
        <ProjectCard project={shown} />
      </div>
    </aside>
  );
}
