import { useQuery } from "@connectrpc/connect-query";
import { Box, Title } from "@mantine/core";
import { useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ButtonLink } from "../../components/ButtonLink";
import { LoginLinks } from "../../components/LoginLinks";
import { MembersOnly } from "../../components/MembersOnly";
import { EmptyState, ErrorState } from "../../components/States";
import { ProjectService } from "../../gen/uvboard/v1/project_service_pb";
import type { SessionUser } from "../../gen/uvboard/v1/user_pb";
import { nameOf, paths } from "../../lib/page/paths";
import { useTitle } from "../../lib/page/useTitle";
import { readFailure } from "../../lib/server/failure";
import { SubmitForm } from "./SubmitForm";
import { SubmitSkeleton } from "./SubmitSkeleton";

/** The form for a new project, or for the project in the URL. */
export function SubmitPage() {
  const { edit } = useSearch({ strict: false });
  useTitle(edit ? "Edit Project" : "Submit Project");
  return (
    <div className="wrap page">
      <Title>{edit ? "Edit Project" : "Submit Project"}</Title>
      <MembersOnly
        pending={<SubmitSkeleton />}
        title="Authentication Required"
        text="You need to be logged in to submit a project."
        action={<LoginLinks login="Log In" filled="sign up" />}
      >
        {(user) => (edit ? <Edit key={edit} id={edit} user={user} /> : <SubmitForm key={user.id} user={user} />)}
      </MembersOnly>
    </div>
  );
}

function Edit({ id, user }: { id: string; user: SessionUser }) {
  const query = useQuery(ProjectService.method.getProject, { id });
  const project = query.data?.project;
  if (query.isPending) return <SubmitSkeleton />;
  if (project && (project.userId === user.id || user.isAdmin)) return <SubmitForm user={user} project={project} />;
  if (project) {
    return (
      <State
        title="Access Denied"
        text="You can only edit your own projects."
        action={
          <ButtonLink to="/projects/$id" params={{ id: nameOf(project) }}>
            View Project
          </ButtonLink>
        }
      />
    );
  }
  if (readFailure(query.error).notFound) {
    return (
      <State
        title="Project Not Found"
        text="The project you're looking for doesn't exist or has been removed."
        action={<ButtonLink to={paths.home}>Back to Home</ButtonLink>}
      />
    );
  }
  return <NotLoaded title="Couldn't load the project" error={query.error} onRetry={query.refetch} />;
}

const NotLoaded = (props: { title: string; error: unknown; onRetry: () => void }) => (
  <Box mt={32}>
    <ErrorState level={2} {...props} />
  </Box>
);

const State = (props: { title: string; text: string; action: ReactNode }) => (
  <Box mt={32}>
    <EmptyState level={2} {...props} />
  </Box>
);
