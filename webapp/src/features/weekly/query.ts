import { useTransport } from "@connectrpc/connect-query";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { WeeklyService } from "../../gen/uvboard/v1/weekly_service_pb";
import { loadLater } from "../../lib/server/first";

// backend/weekly/pages.go has the same requests.
export const issuesInput = { pageSize: 20, pageToken: "" };

/** Takes over the answers that the server inlined into the page, before the first query. */
export function useFirst() {
  const client = useQueryClient();
  const transport = useTransport();
  useState(() => loadLater(client, transport, WeeklyService));
}
