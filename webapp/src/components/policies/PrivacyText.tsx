import { Text } from "@mantine/core";
import { useBoard } from "../../lib/board/board";
import { paths } from "../../lib/page/paths";
import { TextLink } from "../ButtonLink";
import { Points, Section } from "../Section";
import { ContactLine } from "./ContactLine";

/** The product's text of Privacy. */
export function PrivacyText() {
  const { name: boardName } = useBoard();
  return (
    <>
      <Section title="In short">
        <Text size="xl">
          {boardName} stores only what's needed to show your work and keep you logged in. You keep ownership of your
          content, and you may delete your account and data.
        </Text>
      </Section>
      <Section title="What we store">
        <Points
          items={[
            {
              title: "Your account",
              text: "Your username, your email address and a hash of your password, never the password itself. After you delete your account, we keep the username and a hash of the address for a year, so that nobody else takes the name.",
            },
            {
              title: "What you publish",
              text: "Your profile, projects, stories, discussions, comments, images and votes. We strip location and camera data from your images.",
            },
            {
              title: "Links of your projects",
              text: "Once a day we ask the demo and the repository of your public projects. Everybody sees for 90 days whether they answered. You can switch that off on the page of each project.",
            },
            {
              title: "Live keys",
              text: "We look for live keys in what you publish. If you publish one anyway, the admins' log keeps that you did, where and which kind, without the key.",
            },
            {
              title: "What you write to us",
              text: "Messages from the contact page, with your name and email address. Only admins read them.",
            },
            {
              title: "Your reports and appeals",
              text: "What you report and why, and your appeals against decisions of moderators. Only moderators read them, and authors don't learn who reported. They are deleted with your account.",
            },
            {
              title: "What you write to members",
              text: "We send it by email and keep it in the record of mails for 30 days.",
            },
            {
              title: "Your subscription to the weekly",
              text: "The email address you entered, and when you confirmed it. It needs no account. We delete it when you unsubscribe, after 7 days if you don't confirm it, and with your account if it's your confirmed address. The emails load nothing, and we don't count whether you open them or what you click.",
            },
            {
              title: "Your donations",
              text: "The amount, the time and the result, for our books. We delete your name from them when you delete your account. We never see your card.",
            },
            {
              title: "What you make in VibeKit",
              text: "Your newest 100 briefs and logo ideas, with what you entered for them. Only you see them. You can delete each one.",
            },
            {
              title: "Your invitations",
              text: "The invitations you made in the last 30 days and whether they were used, not by whom.",
            },
            {
              title: "Notifications",
              text: "What you were notified about in the last 180 days, how you want to be notified, and what you watch and mute. Only you see it.",
            },
            {
              title: "Whom and what you follow",
              text: "Members, projects, tags, tools and channels. Everybody sees the members on your profile, and you among their followers, unless you hide that there. The members you follow see you in any case. Only you see the rest.",
            },
            {
              title: "Push notifications",
              text: "If you turn them on: the address of your browser at its push service, and the keys with which we encrypt what we send there. They end with your session in that browser. Your browser keeps the last 30 pages to show them offline, until you log out.",
            },
            {
              title: "What you save",
              text: "The items on your Saved page, with your labels. Only you see them.",
            },
            {
              title: "Your agents",
              text: "The apps and agents that you connect: their name, where they sent you back to, what they may do and when they last did it. Which of your drafts one asks to publish, until you decide. Only you see them.",
            },
            {
              title: "Reviews",
              text: "Everybody sees the reviews you write, with your name, and whether the maker finds them useful. Which projects you got, skipped and reviewed, and when, is yours alone, as are your requests for a review. The member who reviews your project sees your questions.",
            },
            {
              title: "Webhooks",
              text: "The addresses that you add, and for 30 days what we told them and what they answered. Only you see them. What is public on this board may be sent to the addresses of other members and of admins.",
            },
            {
              title: "Your collections",
              text: "Your lists of projects, with your notes. Everybody sees the public ones. We delete them all with your account.",
            },
            {
              title: "Visits of pages",
              text: "Which kind of page a browser tab showed, when, and for how long: without your account, your address, your browser or a cookie. For Trending Searches it has what was looked for in Explore, and a hash of your network that nobody can trace back once the key of that day is deleted. We delete visits after 90 days and keep hourly counts. Nothing is counted if your browser sends Do Not Track or Global Privacy Control.",
            },
            {
              title: "Networks and browsers of votes",
              text: "To find bought votes: hashes of the network and the browser from which you registered or voted, for 14 days. Nobody can trace them back once the key of their day is deleted, which happens when the day is over. If your votes are held: why, and what you said about it.",
            },
            {
              title: "Other logins",
              text: "If you log in with another service, such as GitHub: your id and name there, when you linked it and when you last used it. That service learns that you log in here. We ask it for nothing but your name and email address.",
            },
            {
              title: "Second factor",
              text: "If you turn it on: the secret of your authenticator app, and what is needed to check your recovery codes.",
            },
            {
              title: "Passkeys",
              text: "The name that you give each, when you added it and when you last used it, and its public key. Your fingerprint or face never leaves your device.",
            },
            {
              title: "Your sessions",
              text: "Where you are logged in: the kind of browser, when you logged in and last used it, and the network of the last use: your address without its end. A session ends after 30 days without use, and 90 days after its login.",
            },
            {
              title: "Security activity",
              text: "For 90 days: logins on new devices, wrong codes, and changes of your password, email, second factor, tokens, connected apps, sessions, other logins and admin role, with the time, the kind of browser and the network.",
            },
            {
              title: "Technical data",
              text: "Request logs, and for 30 days a record of each mail to you, kept for security and debugging.",
            },
          ]}
        />
      </Section>
      <Section title="What others see">
        <Text c="dimmed">
          Your profile, published projects and posts are public. Only you and admins can see your drafts and your email.
          Only you can see your votes. A member you write to sees your email, so that they can answer; you don't see
          theirs.
        </Text>
      </Section>
      <Section title="Cookies and storage">
        <Text c="dimmed">
          One cookie holds your session while you are logged in, another one for ten minutes a login with another
          service, and a third one for a minute after a change, so that you see it at once if the site has several
          databases. Your browser stores the theme you chose and which warning of a moderator you have read. While a tab
          is open, its session storage has a random number that counts it as one visitor. We don't show ads, track you
          across sites or sell data.
        </Text>
        <Text c="dimmed">
          Unsaved project forms, stories, threads, replies and reviews stay in this browser for 30 days, even after you
          log out, and only your account can restore them. On a shared device, save or discard before you leave.
        </Text>
        <Text c="dimmed">
          VibeKit's forms also stay in this browser until you clear its storage, without an account.
        </Text>
      </Section>
      <Section title="Third parties">
        <Text c="dimmed">
          Pages, fonts and icons come from this server. If this site has an AI provider, it gets what you enter in
          VibeKit's Imaginator and Logo Builder when you press Generate, without your name or address. If donations are
          on, the payment provider Stripe runs a script on the Pricing page once you choose an amount, and your browser
          sends card data straight to Stripe, never through this server. Embedded videos load only when you press play.
          Linked sites have their own policies.
        </Text>
      </Section>
      <Section title="Your rights">
        <Text c="dimmed">
          You can view, correct, export or delete your data at any time. Edit your profile and projects yourself; use{" "}
          <TextLink to={paths.settings}>Settings</TextLink> to export everything or delete your account. You choose
          whether what you published is deleted too or stays online without your name.
        </Text>
        <ContactLine />
      </Section>
    </>
  );
}
