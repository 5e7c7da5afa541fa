import { useQuery } from "@connectrpc/connect-query";
import { IconHash, IconMessages, IconTool } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Avatar } from "../../components/Avatar";
import { FollowButton } from "../../components/follow/FollowButton";
import { BlogService } from "../../gen/uvboard/v1/blog_service_pb";
import { FollowType } from "../../gen/uvboard/v1/follow_pb";
import { ForumService } from "../../gen/uvboard/v1/forum_service_pb";
import { ProjectService } from "../../gen/uvboard/v1/project_service_pb";
import { UserService } from "../../gen/uvboard/v1/user_service_pb";
import { paths } from "../../lib/page/paths";
import { useSession } from "../../lib/session/session";
import { handle, plural } from "../../lib/text/text";
import css from "./Following.module.css";
import { homeInput } from "./queries";

const shown = 5;

/** What there is to follow: the makers, tools, channels and tags with the most votes, projects, threads and stories. */
export function Suggestions() {
  return (
    <div className={css.suggestions}>
      <Makers />
      <Tools />
      <Channels />
      <Tags />
    </div>
  );
}

function Makers() {
  const { user } = useSession();
  const { data } = useQuery(UserService.method.listTopUsers, homeInput.vibers);
  const makers = data?.users.filter(({ id }) => id !== user?.id) ?? [];
  return (
    <List
      title="Makers"
      type={FollowType.USER}
      things={makers.map((maker) => ({
        id: maker.id,
        name: handle(maker),
        to: paths.profileOf(maker.username),
        detail: plural(maker.projectCount, "project"),
        picture: <Avatar person={maker} />,
      }))}
    />
  );
}

function Tools() {
  const { data } = useQuery(ProjectService.method.listPopularTools, { pageSize: shown });
  return (
    <List
      title="Tools"
      type={FollowType.TOOL}
      things={(data?.tools ?? []).map(({ id, name, count }) => ({
        id,
        name,
        to: paths.tool(id),
        detail: plural(count, "project"),
        picture: <IconTool size={18} className={css.icon} />,
      }))}
    />
  );
}

function Channels() {
  const { data } = useQuery(ForumService.method.listChannels, {});
  const channels = data?.channels.toSorted((a, b) => b.threadCount - a.threadCount).slice(0, shown) ?? [];
  return (
    <List
      title="Channels"
      type={FollowType.CHANNEL}
      things={channels.map(({ id, name, threadCount }) => ({
        id,
        name,
        to: `${paths.discuss}/${id}`,
        detail: plural(threadCount, "thread"),
        picture: <IconMessages size={18} className={css.icon} />,
      }))}
    />
  );
}

function Tags() {
  const { data } = useQuery(BlogService.method.listPopularTags, { pageSize: shown });
  return (
    <List
      title="Tags"
      type={FollowType.TAG}
      things={(data?.tags ?? []).map(({ id, tag, count }) => ({
        id,
        name: tag,
        to: paths.tag(id),
        detail: plural(count, "story", "stories"),
        picture: <IconHash size={18} className={css.icon} />,
      }))}
    />
  );
}

type Thing = { id: string; name: string; to: string; detail: string; picture: ReactNode };

/** A list of things of a type, each with a button that follows it; nothing as long as it is empty. */
function List({ title, type, things }: { title: string; type: FollowType; things: Thing[] }) {
  if (things.length === 0) return null;
  const among = things.map(({ id }) => id);
  const headingId = `follow-${title.toLowerCase()}`;
  return (
    <section aria-labelledby={headingId} className="side">
      <div>
        <div className="head">
          <h2 id={headingId}>{title}</h2>
        </div>
        <ul>
          {things.map(({ id, name, to, detail, picture }) => (
            <li key={id} className={css.row}>
              {picture}
              <div className={`${css.name} sm`}>
                <Link to={to}>{name}</Link>
                <div className="faint xs">{detail}</div>
              </div>
              <FollowButton type={type} id={id} among={among} name={name} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
