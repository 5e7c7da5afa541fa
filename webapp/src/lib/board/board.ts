import { create } from "@bufbuild/protobuf";
import { useQuery } from "@connectrpc/connect-query";
import { type Board, BoardSchema, ColorTheme, Registration } from "../../gen/uvboard/v1/board_pb";
import { BoardService } from "../../gen/uvboard/v1/board_service_pb";
import { stale } from "../server/stale";
import { meta } from "./product";

/** What holds while the settings cannot be loaded. */
const fallback = create(BoardSchema, {
  name: meta("application-name") || "UV Board",
  tagline: "A space to share, discuss and grow projects built with AI-assisted tools.",
  registration: Registration.OPEN,
  foundedYear: 2024,
  defaultTheme: ColorTheme.DARK,
  timeZone: "UTC",
});

/** Name, look and rules of the board. The server inlines them into every page. */
export function useBoard(): Board {
  const { data } = useQuery(
    BoardService.method.getBoard,
    {},
    // They are the same for everybody, so logging in does not clear them.
    { staleTime: stale.stats, meta: { forEverybody: true } },
  );
  return data?.board ?? fallback;
}

/** Whether visitors may register, be it with an invitation. */
export const useOpenRegistration = (): boolean => useBoard().registration !== Registration.CLOSED;

/** Whether visitors need an invitation to register. */
export const useInvitationNeeded = (): boolean => useBoard().registration === Registration.INVITE;

/** Tells users how to get a link when the site can't send email. */
export function useAskForLink(): string {
  const { contactEmail } = useBoard();
  return contactEmail
    ? `This site can't send email. Write to ${contactEmail} for your link.`
    : "This site can't send email, so ask an admin for your link.";
}
