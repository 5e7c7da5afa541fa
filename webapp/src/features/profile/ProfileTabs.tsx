import { useQuery } from "@connectrpc/connect-query";
import { Flex, Tabs, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Boundary } from "../../components/Boundary";
import { ButtonLink } from "../../components/ButtonLink";
import { CollectionList } from "../../components/collection/CollectionList";
import { EmptyState } from "../../components/States";
import type { User } from "../../gen/uvboard/v1/user_pb";
import { UserService } from "../../gen/uvboard/v1/user_service_pb";
import { paths } from "../../lib/page/paths";
import { count, handle } from "../../lib/text/text";
import { AboutTab } from "./AboutTab";
import { ActivityTab } from "./ActivityTab";
import { PeopleTab } from "./PeopleTab";
import css from "./Profile.module.css";
import { ProjectsTab } from "./ProjectsTab";
import { StoriesTab } from "./StoriesTab";
import type { ProfileTab } from "./search";

/** The user's projects, activity and self-description. */
export function ProfileTabs({ user, own }: { user: User; own: boolean }) {
  const search = useSearch({ from: "/profile/$username" });
  const navigate = useNavigate({ from: "/profile/$username" });
  const { data } = useQuery(UserService.method.getUserStats, { id: user.id });
  // The counts in the head lead to these. Six tabs are too many for a phone.
  const people = search.tab === "followers" || search.tab === "following";
  const open = (tab: string | null) =>
    void navigate({
      search: tab === "projects" || tab === null ? {} : { tab: tab as ProfileTab },
      replace: true,
      resetScroll: false,
    });

  return (
    <Tabs value={search.tab ?? "projects"} onChange={open} keepMounted={false}>
      <Flex
        direction={{ base: "column-reverse", sm: "row" }}
        align={{ base: "stretch", sm: "center" }}
        gap={16}
        mb={24}
        className={css.bar}
      >
        <Tabs.List aria-label="Profile">
          <Tabs.Tab value="projects">
            Projects{" "}
            {data?.stats && (
              <Text span className="num" size="sm" c="var(--uv-text-3)" ml={6}>
                {count(data.stats.projectsCreated)}
              </Text>
            )}
          </Tabs.Tab>
          {people ? (
            <>
              <Tabs.Tab value="followers">Followers</Tabs.Tab>
              <Tabs.Tab value="following">Following</Tabs.Tab>
            </>
          ) : (
            <>
              <Tabs.Tab value="stories">Stories</Tabs.Tab>
              <Tabs.Tab value="collections">Collections</Tabs.Tab>
              <Tabs.Tab value="activity">Activity</Tabs.Tab>
              <Tabs.Tab value="about">About</Tabs.Tab>
            </>
          )}
        </Tabs.List>
        {own && (
          <ButtonLink to={paths.submit} variant="filled" size="sm">
            <IconPlus size={16} />
            New Project
          </ButtonLink>
        )}
      </Flex>
      <Tabs.Panel value="projects">
        <Boundary>
          <ProjectsTab userId={user.id} own={own} />
        </Boundary>
      </Tabs.Panel>
      <Tabs.Panel value="stories">
        <Boundary>
          <StoriesTab userId={user.id} own={own} />
        </Boundary>
      </Tabs.Panel>
      <Tabs.Panel value="collections">
        <h2 className="sr">Collections</h2>
        <Boundary>
          <CollectionList userId={user.id} own={own} />
        </Boundary>
      </Tabs.Panel>
      <Tabs.Panel value="activity">
        <Boundary>
          <ActivityTab userId={user.id} own={own} filter={search.filter} onClear={() => open("activity")} />
        </Boundary>
      </Tabs.Panel>
      {(["followers", "following"] as const).map((tab) => (
        <Tabs.Panel key={tab} value={tab}>
          <Boundary>
            {own || !user.hidesFollows ? (
              <PeopleTab userId={user.id} followers={tab === "followers"} />
            ) : (
              <EmptyState title={`${handle(user)} hides this.`} />
            )}
          </Boundary>
        </Tabs.Panel>
      ))}
      <Tabs.Panel value="about">
        <Boundary>
          <AboutTab user={user} own={own} />
        </Boundary>
      </Tabs.Panel>
    </Tabs>
  );
}
