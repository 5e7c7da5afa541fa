import { useQuery } from "@connectrpc/connect-query";
import { IconArrowLeft } from "@tabler/icons-react";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ButtonLink } from "../../components/ButtonLink";
import { EmptyState, ErrorState } from "../../components/States";
import type { Project } from "../../gen/uvboard/v1/project_pb";
import { ProjectService } from "../../gen/uvboard/v1/project_service_pb";
import { readFailure } from "../../lib/failure";
import { paths } from "../../lib/paths";
import { useSession } from "../../lib/session";
import { useTitle } from "../../lib/useTitle";
import { About, BuiltWith, JoinDiscussion, LookingFor } from "./About";
import { Dock } from "./Dock";
import { Gallery } from "./Gallery";
import { Impact } from "./Impact";
import { galleryItems } from "./items";
import css from "./Project.module.css";
import { ProjectHeader } from "./ProjectHeader";
import { ProjectSkeleton } from "./ProjectSkeleton";
import { Related } from "./Related";
import { Links, Team } from "./SideLists";
import { VoteCard } from "./VoteCard";

const route = getRouteApi("/projects/$id");

export function ProjectPage() {
  const { id } = route.useParams();
  const query = useQuery(ProjectService.method.getProject, { id });
  const project = query.data?.project;
  useTitle(project && `${project.title} - ${project.tagline}`, true);

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
      <ErrorState level={1} title="The project did not load" error={query.error} onRetry={query.refetch} />
    </Frame>
  );
}

function Content({ project, descriptionHtml }: { project: Project; descriptionHtml: string }) {
  const items = galleryItems(project.media);
  return (
    <Frame>
      {!project.isPublic && <DraftNotice project={project} />}
      <div className="split">
        <div className="stack">
          <div>
            <ProjectHeader project={project} />
            {items.length > 0 && <Gallery title={project.title} items={items} />}
          </div>
          <Impact project={project} />
          <LookingFor project={project} />
          <About project={project} descriptionHtml={descriptionHtml} />
          <BuiltWith project={project} />
          <JoinDiscussion project={project} />
        </div>
        <aside className={`side ${css.side}`} aria-label="About this project">
          <VoteCard project={project} />
          <Team author={project.author} />
          <Links links={project.links} />
          <Related id={project.id} />
        </aside>
      </div>
      <Dock project={project} />
    </Frame>
  );
}

function DraftNotice({ project }: { project: Project }) {
  const { user } = useSession();
  const own = user?.id === project.userId;
  return (
    <div className={`notice ${css.notice}`}>
      {own ? "Only you and admins can see this." : "Only the owner and admins can see this."}
      {own && (
        <span className="btnrow">
          <ButtonLink to="/submit-project" search={{ edit: project.id }} size="sm">
            Edit and Publish
          </ButtonLink>
        </span>
      )}
    </div>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="wrap page">
      <Link to={paths.home} className={css.back}>
        <IconArrowLeft size={16} />
        Back to Projects
      </Link>
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
            <ButtonLink to={paths.explore}>Explore Projects</ButtonLink>
          </>
        }
      />
    </div>
  );
}
