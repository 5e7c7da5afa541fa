import { useQuery, useTransport } from "@connectrpc/connect-query";
import { Badge } from "@mantine/core";
import { IconTrophy } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { LeaderboardService } from "../../gen/uvboard/v1/leaderboard_service_pb";
import { loadLater } from "../../lib/first";
import { periodWords } from "../../lib/period";
import css from "./Project.module.css";

/** As in backend/leaderboard/pages.go. */
const shownAwards = 3;

/** The best places of a project in periods that have ended, as badges that link to the leaderboards. */
export function Awards({ id }: { id: string }) {
  const [client, transport] = [useQueryClient(), useTransport()];
  useState(() => loadLater(client, transport, LeaderboardService));
  const { data } = useQuery(LeaderboardService.method.listProjectAwards, { projectId: id, pageSize: shownAwards });
  return data?.awards.map(({ period, rank, url }) => (
    <Badge
      key={url}
      component={Link}
      to={url}
      className={css.award}
      leftSection={<IconTrophy size={14} aria-hidden="true" />}
    >
      #{rank} of the {periodWords[period]}
    </Badge>
  ));
}
