import { useQuery, useTransport } from "@connectrpc/connect-query";
import { Button, Group, Paper, SimpleGrid, Skeleton, Text, TextInput, Title, UnstyledButton } from "@mantine/core";
import { IconArrowRight } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { type FormEvent, useEffect, useState } from "react";
import { PageHead } from "../../components/PageHead";
import { PricingPromises } from "../../components/policies/PricingPromises";
import { UserText } from "../../components/UserText";
import { BoardPageName } from "../../gen/uvboard/v1/board_pb";
import { DonationService } from "../../gen/uvboard/v1/donation_service_pb";
import { StatsService } from "../../gen/uvboard/v1/stats_service_pb";
import { useBoard } from "../../lib/board/board";
import { useBoardPage } from "../../lib/board/useBoardPage";
import { paths } from "../../lib/page/paths";
import { loadLater } from "../../lib/server/first";
import { stale } from "../../lib/server/stale";
import { useSession } from "../../lib/session/session";
import { minAmount, readAmount } from "../../lib/text/money";
import { count } from "../../lib/text/text";
import { toast, toastError } from "../../lib/ui/toast";
import { DonationDialog } from "./DonationDialog";
import css from "./PricingPage.module.css";

const route = getRouteApi("/pricing");

const tiers = [
  { amount: 5, name: "Coffee Supporter", description: "Keep the servers running" },
  { amount: 10, name: "Community Builder", description: "Help the community grow" },
  { amount: 25, name: "Platform Champion", description: "Support new features" },
  { amount: 50, name: "Founding Member", description: "Help shape what comes next" },
];

export function PricingPage() {
  const { name: boardName, features } = useBoard();
  const { user } = useSession();
  const [client, transport] = [useQueryClient(), useTransport()];
  useState(() => loadLater(client, transport, DonationService));
  const { own, isPending } = useBoardPage(BoardPageName.PRICING);
  useThanks();
  return (
    <div className="wrap page">
      <PageHead title={`${boardName} is Free Forever`}>
        No paywalls, no premium tiers.{features?.donations && " Chip in for the servers if you like."}
      </PageHead>
      <Numbers />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="var(--uv-s8)" verticalSpacing={40} mt="var(--uv-s7)">
        {features?.donations && <Support />}
        <section>
          {features?.donations && (
            <List
              title="What Your Support Enables"
              items={["Fast, reliable servers", "New features for makers", "Moderation of a growing community"]}
            />
          )}
          <Title order={2} mb="md">
            Our Promise
          </Title>
          {own ? <UserText html={own.contentHtml} /> : !isPending && <PricingPromises />}
        </section>
      </SimpleGrid>
      {!features?.donations && user?.isAdmin && (
        <Text c="dimmed">
          Donations are off. The Overview in Admin names the variables that switch them on. Only admins see this.
        </Text>
      )}
    </div>
  );
}

/** Tells a donor who returns from Stripe whether the payment succeeded. */
function useThanks() {
  const { success, redirect_status: result } = route.useSearch();
  const navigate = useNavigate();
  useEffect(() => {
    if (success !== "true") return;
    if (result === "failed") toastError("Payment Failed", "The payment did not go through. You were not charged.");
    else if (result === "processing") toast("Thank You!", "Your donation is being processed.");
    else toast("Thank You!", "Your donation has been processed successfully. We appreciate your support!");
    void navigate({ to: paths.pricing, search: {}, replace: true });
  }, [success, result, navigate]);
}

/** The tiers and the custom amount. */
function Support() {
  const settings = useQuery(DonationService.method.getDonationSettings, {}, { staleTime: stale.never });
  const key = settings.data?.publishableKey ?? "";
  const [amount, setAmount] = useState<number>();
  const [custom, setCustom] = useState("");
  const donateCustom = (event: FormEvent) => {
    event.preventDefault();
    const read = readAmount(custom);
    if ("amount" in read) setAmount(read.amount);
    else toastError("Invalid Amount", read.message);
  };

  return (
    <Paper component="section" withBorder p={{ base: "md", sm: "lg" }} aria-busy={settings.isPending}>
      <Title order={2} mb="md">
        Support Our Mission
      </Title>
      <ul className={`ruled ${css.tiers}`}>
        {tiers.map((tier) => (
          <li key={tier.amount}>
            <UnstyledButton
              className={css.tier}
              disabled={!key}
              data-disabled={!key || undefined}
              onClick={() => setAmount(tier.amount)}
            >
              <Text component="span" className="score" fz={28} w={44} ta="right">
                ${tier.amount}
              </Text>
              <span>
                <Text component="span" display="block" fw={600}>
                  {tier.name}
                </Text>
                <Text component="span" display="block" c="dimmed">
                  {tier.description}
                </Text>
              </span>
              {key && <IconArrowRight size={18} className={css.give} />}
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {/* Without the browser's own messages: the toast has the one of the product. */}
      <form onSubmit={donateCustom} noValidate>
        <Group align="end" gap="sm" mt="lg">
          <TextInput
            label="Custom Amount"
            type="number"
            inputMode="decimal"
            min={minAmount}
            step={0.01}
            leftSection="$"
            value={custom}
            disabled={!key}
            onChange={(event) => setCustom(event.currentTarget.value)}
            flex="1 1 140px"
          />
          <Button type="submit" variant="filled" disabled={!key}>
            Donate Custom Amount
          </Button>
        </Group>
        <Text size="sm" c="dimmed" mt={6}>
          Minimum donation: $1.00
        </Text>
      </form>
      {settings.error && (
        <Group mt="md" gap="sm" role="alert">
          <Text>Couldn't find out whether donations are on.</Text>
          <Button size="sm" onClick={() => settings.refetch()}>
            Try again
          </Button>
        </Group>
      )}
      <DonationDialog
        amount={amount}
        publishableKey={key}
        onClose={() => {
          setAmount(undefined);
          setCustom("");
        }}
        onFail={() => setAmount(undefined)}
      />
    </Paper>
  );
}

function List({ title, items }: { title: string; items: string[] }) {
  return (
    <>
      <Title order={2} mb="md">
        {title}
      </Title>
      <Text component="ul" className="ruled" c="dimmed" mb={40}>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </Text>
    </>
  );
}

function Numbers() {
  const { data, isPending } = useQuery(StatsService.method.getCommunityStats, {}, { staleTime: stale.stats });
  const stats = data?.stats;
  const figures = [
    { label: "Projects Launched", value: stats?.totalProjects },
    { label: "Active Vibers", value: stats?.activeVibers },
    { label: "Forum Channels", value: stats?.totalChannels },
  ];
  return (
    <SimpleGrid cols={3} spacing={{ base: "sm", sm: "lg" }} aria-busy={isPending}>
      {figures.map(({ label, value }) => (
        <div key={label} className={css.stat}>
          <Text className="score" fz={{ base: 36, sm: "var(--uv-fs-score)" }}>
            {data ? (
              value ? (
                `${count(value)}+`
              ) : (
                "0"
              )
            ) : isPending ? (
              <Skeleton width={96} maw="100%" height="1lh" />
            ) : (
              "–"
            )}
          </Text>
          <Text c="dimmed" mt="sm">
            {label}
          </Text>
        </div>
      ))}
    </SimpleGrid>
  );
}
