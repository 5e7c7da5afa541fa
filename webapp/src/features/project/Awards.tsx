import { useQuery, useTransport } from "@connectrpc/connect-query";
import { Badge } from "@mantine/core";
import { IconTrophy } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { BadgeLink } from "../../components/BadgeLink";
import badge from "../../components/BadgeLink.module.css";
import { LeaderboardService } from "../../gen/uvboard/v1/leaderboard_service_pb";
import { loadLater } from "../../lib/server/first";
import { placeIn } from "../../lib/text/period";

/** The best place of a project in a period that has ended, as a badge that leads to the leaderboard, and a button that shows the others. */
export function Awards({ id }: { id: string }) {
  const [client, transport] = [useQueryClient(), useTransport()];
  useState(() => loadLater(client, transport, LeaderboardService));
  const { data } = useQuery(LeaderboardService.method.listProjectAwards, { projectId: id });
  const [all, setAll] = useState(false);
  const awards = data?.awards ?? [];
  const more = awards.length - 1;
  return (
    <>
      {(all ? awards : awards.slice(0, 1)).map(({ period, start, rank, url }) => (
        <BadgeLink key={url} to={url} leftSection={<IconTrophy size={14} aria-hidden="true" />}>
          {placeIn({ kind: period, start: new Date(start) }, rank)}
        </BadgeLink>
      ))}
      {more > 0 && (
        <Badge
          component="button"
          className={badge.finger}
          aria-expanded={all}
          aria-label={all ? "Show one award" : `Show ${more} more awards`}
          onClick={() => setAll(!all)}
        >
          {all ? "Show fewer" : `+${more}`}
        </Badge>
      )}
    </>
  );
}
