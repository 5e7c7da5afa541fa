import { useQuery } from "@connectrpc/connect-query";
import { Paper } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Boundary } from "../../components/Boundary";
import { ButtonLink } from "../../components/ButtonLink";
import { HiddenNotice } from "../../components/HiddenNotice";
import { EmptyState, ErrorState } from "../../components/States";
import { ReportTargetType } from "../../gen/uvboard/v1/moderation_pb";
import { type Project, Stage } from "../../gen/uvboard/v1/project_pb";
import { ProjectService } from "../../gen/uvboard/v1/project_service_pb";
import { idIn, paths } from "../../lib/page/paths";
import { useLazyComponent } from "../../lib/page/useLazyComponent";
import { useOwnAddress } from "../../lib/page/useOwnAddress";
import { useTitle } from "../../lib/page/useTitle";
import { readFailure } from "../../lib/server/failure";
import { useSession } from "../../lib/session/session";
import { About, BuiltWith, JoinDiscussion, LookingFor } from "./About";
import { Checks } from "./Checks";
import { Discussions } from "./Discussions";
import { Dock } from "./Dock";
import { DraftNotice } from "./DraftNotice";
import { Feedback } from "./Feedback";
import { Gallery } from "./Gallery";
import { Greeting } from "./Greeting";
import { Impact } from "./Impact";
import { galleryItems } from "./items";
import css from "./Project.module.css";
import { ProjectHeader } from "./ProjectHeader";
import { ProjectSkeleton } from "./ProjectSkeleton";
import { Related } from "./Related";
import { Links, Team } from "./SideLists";
import { Unanswered } from "./Unanswered";
import { Updates } from "./Updates";
import { VoteCard } from "./VoteCard";

const route = getRouteApi("/projects/$id");

export function ProjectPage() {
  const { id } = route.useParams();
  const query = useQuery(ProjectService.method.getProject, { id: idIn(id) });
  const project = query.data?.project;
  useOwnAddress(ProjectService.method.getProject, project, query.data);
  useTitle(project && [project.title, project.tagline].filter(Boolean).join(" - "), true);

  if (project)
    return <Content key={project.id} project={project} descriptionHtml={query.data?.descriptionHtml ?? ""} />;
  if (query.isPending) {
    return (
      <Frame>
        <ProjectSkeleton />
      </Frame>
    );
  }
  if (readFailure(query.error).notFound) return <ProjectNotFound />;
  return (
    <Frame>
      <ErrorState level={1} title="Couldn't load the project" error={query.error} onRetry={query.refetch} />
    </Frame>
  );
}

const loadInsights = () => import("./Insights").then((file) => file.Insights);

function Content({ project, descriptionHtml }: { project: Project; descriptionHtml: string }) {
  const { user } = useSession();
  const items = galleryItems(project);
  // Its code has charts, so it is loaded for the owner and admins alone.
  const Insights = useLazyComponent(
    loadInsights,
    user?.id === project.userId || Boolean(user?.isAdmin),
    () => undefined,
  );
  return (
    <Frame>
      <Greeting project={project} />
      {project.isHidden ? (
        <HiddenNotice
          what="project"
          type={ReportTargetType.PROJECT}
          id={project.id}
          own={user?.id === project.userId}
          awaiting={project.isAwaiting}
        />
      ) : (
        !project.isPublic && <DraftNotice project={project} />
      )}
      {project.stage === Stage.ARCHIVED && (
        <Paper withBorder py="sm" px="md" mb="lg" fz={14} role="note">
          This project is archived: it's no longer maintained.
        </Paper>
      )}
      <Unanswered project={project} own={user?.id === project.userId} />
      <div className={`split ${css.page}`}>
        <div className={css.top}>
          <ProjectHeader project={project} />
        </div>
        {/* Before the gallery, so that Tab reaches the vote first. */}
        <aside className={css.vote} aria-label="About this project">
          <VoteCard project={project} />
        </aside>
        <div className={`stack ${css.main}`}>
          {items.length > 0 && (
            <Boundary>
              <Gallery title={project.title} items={items} />
            </Boundary>
          )}
          <About project={project} descriptionHtml={descriptionHtml} />
          <Boundary>
            <Feedback project={project} />
          </Boundary>
          <Boundary>
            <Updates project={project} />
          </Boundary>
          <Boundary>
            <Impact project={project} />
          </Boundary>
          <LookingFor project={project} />
          <BuiltWith project={project} />
          <JoinDiscussion project={project} />
          {Insights && (
            <Boundary>
              <Insights id={project.id} />
            </Boundary>
          )}
        </div>
        <div className={`side ${css.lists}`}>
          <Team author={project.author} />
          <Links links={project.links} />
          <Boundary>
            <Checks project={project} />
          </Boundary>
          <Boundary>
            <Related id={project.id} />
          </Boundary>
          <Boundary>
            <Discussions id={project.id} />
          </Boundary>
        </div>
      </div>
      <Dock project={project} />
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="wrap page">
      <ButtonLink to={paths.home} variant="subtle" size="sm" mb="sm" ml={-12}>
        <IconArrowLeft size={16} />
        Back to Projects
      </ButtonLink>
      {children}
    </div>
  );
}

function ProjectNotFound() {
  useTitle("Project Not Found");
  return (
    <div className="wrap page">
      <EmptyState
        level={1}
        title="Project Not Found"
        text="The project you're looking for doesn't exist or has been removed."
        action={
          <>
            <ButtonLink to={paths.home}>Back to Home</ButtonLink>
            <ButtonLink to={paths.explore} variant="filled">
              Explore Projects
            </ButtonLink>
          </>
        }
      />
    </div>
  );
}
