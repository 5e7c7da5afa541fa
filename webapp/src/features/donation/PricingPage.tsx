import { useQuery } from "@connectrpc/connect-query";
import { Group, Paper, SimpleGrid, Skeleton, Text, Title } from "@mantine/core";
import { PageHead } from "../../components/PageHead";
import { StatsService } from "../../gen/uvboard/v1/stats_service_pb";
import { productName } from "../../lib/product";
import { stale } from "../../lib/stale";
import { count } from "../../lib/text";

const tiers = [
  { amount: "$5", name: "Coffee Supporter", description: "Keep the servers running" },
  { amount: "$10", name: "Community Builder", description: "Help the community grow" },
  { amount: "$25", name: "Platform Champion", description: "Support new features" },
  { amount: "$50", name: "Founding Member", description: "Help shape what comes next" },
];

export function PricingPage() {
  return (
    <div className="wrap page">
      <PageHead title={`${productName} is Free Forever`}>
        No paywalls, no premium tiers. Chip in for the servers if you like.
      </PageHead>
      <Numbers />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="var(--uv-s8)" verticalSpacing={40} mt="var(--uv-s7)">
        <section>
          <Title order={2} mb="md">
            Support Our Mission
          </Title>
          <ul className="ruled">
            {tiers.map((tier) => (
              <Group key={tier.amount} component="li" gap={20} wrap="nowrap">
                <Text className="score" fz={28} w={36} ta="right">
                  {tier.amount}
                </Text>
                <div>
                  <Text fw={600}>{tier.name}</Text>
                  <Text c="dimmed">{tier.description}</Text>
                </div>
              </Group>
            ))}
          </ul>
          <Paper withBorder p="md" mt="lg">
            Donations are off on this site.
          </Paper>
        </section>
        <section>
          <List
            title="What Your Support Enables"
            items={["Fast, reliable servers", "New features for makers", "Moderation of a growing community"]}
          />
          <List
            title="Our Promise"
            items={["Free for everyone, forever", "No paywalls or premium tiers", "Your content stays yours"]}
          />
        </section>
      </SimpleGrid>
    </div>
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
        <div key={label} style={{ borderTop: "3px solid", paddingTop: 12 }}>
          <Text className="score" fz={{ base: 36, sm: "var(--uv-fs-score)" }}>
            {isPending ? <Skeleton width={96} maw="100%" height="1lh" /> : value ? `${count(value)}+` : "0"}
          </Text>
          <Text c="dimmed" mt="sm">
            {label}
          </Text>
        </div>
      ))}
    </SimpleGrid>
  );
}
