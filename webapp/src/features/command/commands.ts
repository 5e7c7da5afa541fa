import {
  IconBook,
  IconBulb,
  IconCode,
  IconCoin,
  IconCompass,
  IconFileText,
  IconHome,
  IconKeyboard,
  IconLink,
  IconLogin,
  IconLogout,
  IconMail,
  IconMessage2Heart,
  IconMessages,
  IconNews,
  IconPlus,
  IconSettings,
  IconTool,
  IconTrophy,
  IconUser,
  IconUserPlus,
  type TablerIcon,
} from "@tabler/icons-react";
import type { SessionUser } from "../../gen/uvboard/v1/user_pb";
import { paths } from "../../lib/page/paths";
import type { Theme } from "../../lib/ui/theme";
import { keysTo } from "./shortcuts";

/** An option of the palette other than a project. */
export type Command = {
  id: string;
  label: string;
  /** Other words that find the command. */
  also?: string;
  icon: TablerIcon;
  /** Its keyboard shortcut. */
  keys?: string;
  does: { to: string } | { act: "theme" | "keys" | "copy" | "logout" };
};

const goTo = (icon: TablerIcon, label: string, to: string, also?: string): Command => ({
  id: `to:${to}`,
  label,
  also,
  icon,
  keys: keysTo(to),
  does: { to },
});

const logout: Command = {
  id: "logout",
  label: "Log out",
  also: "sign out leave",
  icon: IconLogout,
  does: { act: "logout" },
};

/** The commands for a user, a guest, or a reader who may be either, in the order of the palette. */
export function commandsFor(
  user: SessionUser | undefined,
  theme: Theme,
  canRegister = true,
  isGuest = !user,
): Command[] {
  return [
    goTo(IconHome, "Home", paths.home, "start front page trending newest"),
    goTo(IconCompass, "Explore", paths.explore, "search find browse filter projects"),
    goTo(IconTrophy, "Top Projects", paths.top, "leaderboard ranking best winners day week month year"),
    goTo(IconPlus, "Submit Project", paths.submit, "new add publish create share"),
    ...(user
      ? [
          goTo(IconUser, "View Profile", paths.profileOf(user.username), `me my ${user.username}`),
          goTo(IconSettings, "Settings", paths.settings, "account password sessions tokens email"),
        ]
      : []),
    ...(isGuest ? [goTo(IconLogin, "Log in", paths.login, "login sign in")] : []),
    ...(isGuest && canRegister ? [goTo(IconUserPlus, "Sign Up", paths.register, "register create account join")] : []),
    {
      id: "theme",
      label: theme === "dark" ? "Switch to light theme" : "Switch to dark theme",
      also: "mode colour color appearance",
      icon: IconBulb,
      does: { act: "theme" },
    },
    { id: "copy", label: "Copy link to this page", also: "share url address", icon: IconLink, does: { act: "copy" } },
    {
      id: "keys",
      label: "Keyboard shortcuts",
      also: "help hotkeys",
      icon: IconKeyboard,
      keys: "?",
      does: { act: "keys" },
    },
    goTo(IconNews, "News", paths.news),
    goTo(IconBook, "Stories", paths.stories, "blog posts articles"),
    goTo(IconMessages, "Discuss", paths.discuss, "forum threads talk community"),
    goTo(IconMessage2Heart, "Feedback", paths.feedback, "review queue waiting answer projects"),
    goTo(IconTool, "VibeKit", paths.toolkit, "toolkit logo name domain"),
    goTo(IconCoin, "Pricing", paths.pricing, "donate support cost"),
    goTo(IconFileText, "Our Story", paths.about, "about"),
    goTo(IconFileText, "Guidelines", paths.guidelines, "rules community"),
    goTo(IconFileText, "Fair Votes", paths.fair, "rules votes ranking pending eligible"),
    goTo(IconFileText, "How feedback works", paths.feedbackRules, "review balance owed promise"),
    goTo(IconFileText, "Reputation", paths.reputation, "votes points how it works"),
    goTo(IconFileText, "Privacy", paths.privacy, "data policy"),
    goTo(IconFileText, "Terms", paths.terms, "service legal"),
    goTo(IconCode, "API", paths.api, "rest openapi swagger developers scripts reference"),
    goTo(IconCode, "Use with your agent", paths.agents, "mcp claude cursor vscode token developers docs"),
    goTo(IconCode, "API Guide", paths.apiGuide, "curl grpc connect client developers scripts docs"),
    goTo(IconMail, "Contact", paths.contact, "email help support"),
    ...(user ? [logout] : []),
  ];
}
