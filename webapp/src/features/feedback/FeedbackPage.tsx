import { Group, Skeleton, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { AnswerPromise } from "../../components/AnswerPromise";
import { Boundary } from "../../components/Boundary";
import { LoginLinks } from "../../components/LoginLinks";
import { useLive } from "../../components/live/useLive";
import { PageHead } from "../../components/PageHead";
import { ErrorState } from "../../components/States";
import { paths } from "../../lib/page/paths";
import { useSession } from "../../lib/session/session";
import { Balance } from "./Balance";
import { Offer, Queue } from "./Queue";
import { rules } from "./rules";
import { Waiting } from "./Waiting";

/** Where members review each other's projects. */
export function FeedbackPage() {
  const { status, user, error, refetch } = useSession();
  useLive("projects");
  return (
    <div className="wrap page">
      <PageHead title="Give feedback">
        We promise every project an answer from a person who tried it, within {rules.promiseHours} hours.
      </PageHead>
      <div className="stack">
        <div className="split">
          {user ? (
            <Boundary>
              <Queue user={user} />
            </Boundary>
          ) : error ? (
            <ErrorState level={2} title="Couldn't load your account" error={error} onRetry={refetch} />
          ) : status === "guest" ? (
            <Invitation />
          ) : (
            <Skeleton height={180} />
          )}
          <div className="side">
            <section aria-labelledby="promise">
              <div className="head">
                <h2 id="promise">The promise in numbers</h2>
                <Link to={paths.feedbackRules} className="more">
                  All rules
                </Link>
              </div>
              <Text component="div" size="sm" c="dimmed" pt="sm">
                <Boundary>
                  <AnswerPromise />
                </Boundary>
              </Text>
            </section>
            {user && (
              <Boundary>
                <Balance />
              </Boundary>
            )}
          </div>
        </div>
        <Boundary>
          <Waiting />
        </Boundary>
      </div>
    </div>
  );
}

/** What guests read in place of the queue. */
function Invitation() {
  return (
    <section aria-labelledby="review">
      <div className="head">
        <h2 id="review">Review a project</h2>
      </div>
      <Offer />
      <Group gap="sm" mt="lg">
        <LoginLinks login="Log in to review" filled="login" />
      </Group>
    </section>
  );
}
