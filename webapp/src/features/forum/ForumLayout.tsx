import { useQuery, useTransport } from "@connectrpc/connect-query";
import { ActionIcon, Box, Button, Drawer, Group, Title } from "@mantine/core";
import { IconList, IconX } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Outlet, useNavigate, useParams } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useState } from "react";
import { Boundary } from "../../components/Boundary";
import { AskToLogin } from "../../components/forum/askToLogin";
import { useLoginRequired } from "../../components/useLoginRequired";
import { ForumService } from "../../gen/uvboard/v1/forum_service_pb";
import { idIn } from "../../lib/page/paths";
import { useLazyComponent } from "../../lib/page/useLazyComponent";
import { loadLater } from "../../lib/server/first";
import { useSession, useSessionCheck } from "../../lib/session/session";
import { ForumContext } from "./context";
import css from "./Forum.module.css";
import { ActiveVibers, SearchForum, Sidebar } from "./Sidebar";

const route = getRouteApi("/forum");
const loadDialog = () => import("./ChannelDialog").then((file) => file.ChannelDialog);

/** The frame of the forum: channels at the left, search at the right, and the screen between them. */
export function ForumLayout() {
  useFirst();
  const { channelId, threadId } = useParams({ strict: false });
  const thread = useQuery(
    ForumService.method.getThread,
    { id: idIn(threadId ?? "") },
    { enabled: threadId !== undefined },
  );
  const current = channelId ?? (threadId === undefined ? undefined : thread.data?.thread?.channelId);
  const { dialog, askToLogin, createChannel } = useForumActions();
  const [menu, setMenu] = useState(false);

  return (
    <AskToLogin value={askToLogin}>
      <ForumContext value={{ createChannel }}>
        <div className="wrap page">
          <Group className={css.head} gap={12}>
            <Title fz="var(--uv-fs-2xl)" lh="var(--uv-lh-2xl)">
              Discuss
            </Title>
            <span className="slug">FORUM</span>
            <Button size="sm" ml="auto" hiddenFrom="sm" aria-haspopup="dialog" onClick={() => setMenu(true)}>
              <IconList size={16} />
              Channels
            </Button>
          </Group>
          <div className={css.three}>
            <Box visibleFrom="sm" miw={0}>
              <Sidebar current={current} />
            </Box>
            <div className={css.main}>
              <Outlet />
            </div>
            <Box component="aside" aria-label="Forum sidebar" visibleFrom="lg" className={css.column}>
              <SearchForum channelId={current} />
              <Boundary>
                <ActiveVibers />
              </Boundary>
            </Box>
          </div>
          <Drawer
            opened={menu}
            onClose={() => setMenu(false)}
            withCloseButton={false}
            padding="md"
            attributes={{ content: { "aria-label": "Channels" } }}
            onClick={(event) => (event.target as Element).closest("a") && setMenu(false)}
            onSubmit={() => setMenu(false)}
          >
            <ActionIcon aria-label="Close channels" ml={-11} mb="sm" onClick={() => setMenu(false)}>
              <IconX size={18} />
            </ActionIcon>
            <Sidebar current={current} />
          </Drawer>
        </div>
        {dialog}
      </ForumContext>
    </AskToLogin>
  );
}

// Takes over the forum's responses that the server inlined into the page.
function useFirst() {
  const client = useQueryClient();
  const transport = useTransport();
  useState(() => loadLater(client, transport, ForumService));
}

/** The dialogs that every screen of the forum can open. A link with `createChannel` opens one of them with the page. */
function useForumActions() {
  const { createChannel, projectId, projectTitle } = route.useSearch();
  const navigate = useNavigate();
  const { status, user } = useSession();
  const check = useSessionCheck();
  const linked = createChannel === "true";
  const clear = () => {
    if (!linked) return;
    const rest = { createChannel: undefined, projectId: undefined, projectTitle: undefined };
    void navigate({ to: ".", search: (search) => ({ ...search, ...rest }), replace: true, resetScroll: false });
  };
  const login = useLoginRequired(clear);
  const [channel, setChannel] = useState({ key: 0, opened: false, project: undefined as Project | undefined });
  const close = () => {
    setChannel((before) => ({ ...before, opened: false }));
    clear();
  };

  const { ask } = login;
  const start = (project?: Project) =>
    check(
      () => setChannel(({ key }) => ({ key: key + 1, opened: true, project })),
      () => ask(project ? "create a channel for this project" : "create a channel"),
    );
  const openLinked = useEffectEvent(
    () => void start(projectId ? { id: projectId, title: projectTitle ?? "" } : undefined),
  );
  const known = status === "member" || status === "guest";
  useEffect(() => {
    if (linked && known) openLinked();
  }, [linked, known]);

  const ChannelDialog = useLazyComponent(loadDialog, channel.opened, close);
  return {
    askToLogin: ask,
    createChannel: (project?: Project) => void start(project),
    dialog: (
      <>
        {ChannelDialog && user && (
          <ChannelDialog key={channel.key} project={channel.project} opened={channel.opened} onClose={close} />
        )}
        {login.dialog}
      </>
    ),
  };
}

type Project = { id: string; title: string };
