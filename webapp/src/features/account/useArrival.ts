import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { useSession } from "../../lib/session";

const pause = 100;

/**
 * Leads whoever is logged in to their profile, a moment after the session says so: a person who just logged in, and one
 * who opens the screen though they are. True from the moment that is known.
 */
export function useArrival(): boolean {
  const username = useSession().user?.username;
  const navigate = useNavigate();
  useEffect(() => {
    if (!username) return;
    const timer = window.setTimeout(() => {
      // Going back from the profile must not lead here again.
      void navigate({ to: "/profile/$username", params: { username }, replace: true });
    }, pause);
    return () => window.clearTimeout(timer);
  }, [username, navigate]);
  return username !== undefined;
}
