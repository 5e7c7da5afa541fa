import { Text } from "@mantine/core";
import { IconBook, IconExternalLink, IconGitFork, type TablerIcon } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { Avatar } from "../../components/Avatar";
import type { Author } from "../../gen/uvboard/v1/common_pb";
import type { ProjectLinks } from "../../gen/uvboard/v1/project_pb";
import { handle } from "../../lib/text/text";
import css from "./Project.module.css";

export function Team({ author }: { author: Author | undefined }) {
  if (!author?.username) return null;
  return (
    <section>
      <div className="head">
        <h2>Team</h2>
      </div>
      <ul className={css.rows}>
        <li>
          <Link to="/profile/$username" params={{ username: author.username }} className={css.row}>
            <Avatar person={author} />
            <div>
              <Text fw={560} inherit truncate>
                {handle(author)}
              </Text>
              <Text truncate className="faint xs">
                {author.displayName && `${author.displayName} · `}Owner
              </Text>
            </div>
          </Link>
        </li>
      </ul>
    </section>
  );
}

const rows: { link: "demo" | "repo" | "docs"; label: string; icon: TablerIcon }[] = [
  { link: "demo", label: "Live Demo", icon: IconExternalLink },
  { link: "repo", label: "Source Code", icon: IconGitFork },
  { link: "docs", label: "Documentation", icon: IconBook },
];

export function Links({ links }: { links: ProjectLinks | undefined }) {
  const shown = rows.filter(({ link }) => links?.[link]);
  if (shown.length === 0) return null;
  return (
    <section>
      <div className="head">
        <h2>Links</h2>
      </div>
      <ul className={css.rows}>
        {shown.map(({ link, label, icon: Icon }) => (
          <li key={link}>
            <a href={links?.[link]} target="_blank" rel="nofollow ugc noopener" className={css.row}>
              <Icon size={18} />
              {label}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
