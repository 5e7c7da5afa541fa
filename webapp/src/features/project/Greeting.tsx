import { useLocation, useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { Project } from "../../gen/uvboard/v1/project_pb";
import { useLazyComponent } from "../../lib/page/useLazyComponent";
import { useSession } from "../../lib/session/session";

const loadCard = () => import("./GreetingCard").then((file) => file.GreetingCard);

/** Greets the owner once, after the form has published the project. */
export function Greeting({ project }: { project: Project }) {
  const { user } = useSession();
  const navigate = useNavigate();
  const published = useLocation({ select: ({ state }) => state.published === true });
  const [shown, setShown] = useState(published);
  useEffect(() => {
    // Browsers keep the state of a history entry through a reload, so it is cleared.
    if (published) void navigate({ to: ".", replace: true, state: {} });
  }, [published, navigate]);

  const Card = useLazyComponent(loadCard, shown && user?.id === project.userId, () => setShown(false));
  return Card && shown ? <Card project={project} onClose={() => setShown(false)} /> : null;
}
