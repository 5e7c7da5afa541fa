import { useQuery } from "@connectrpc/connect-query";
import { Skeleton } from "@mantine/core";
import { PageHead } from "../../components/PageHead";
import { StatsService } from "../../gen/uvboard/v1/stats_service_pb";
import { productName } from "../../lib/product";
import { stale } from "../../lib/stale";
import { count } from "../../lib/text";
import css from "./Prose.module.css";

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
      <div className={`${css.prose} ${css.columns}`}>
        <section>
          <h2>Support Our Mission</h2>
          <dl className={css.points}>
            {tiers.map((tier) => (
              <div key={tier.amount}>
                <dt>{tier.amount}</dt>
                <dd>
                  <b>{tier.name}</b>
                  <br />
                  {tier.description}
                </dd>
              </div>
            ))}
          </dl>
          <p className="notice" style={{ marginTop: 24 }}>
            Donations are off on this site.
          </p>
        </section>
        <section>
          <h2>What Your Support Enables</h2>
          <ul>
            <li>Fast, reliable servers</li>
            <li>New features for makers</li>
            <li>Moderation of a growing community</li>
          </ul>
          <h2>Our Promise</h2>
          <ul>
            <li>Free for everyone, forever</li>
            <li>No paywalls or premium tiers</li>
            <li>Your content stays yours</li>
          </ul>
        </section>
      </div>
    </div>
  );
}

function Numbers() {
  const { data, isPending } = useQuery(StatsService.method.getCommunityStats, {}, { staleTime: stale.stats });
  const stats = data?.stats;
  const cards = [
    { label: "Projects Launched", value: stats?.totalProjects },
    { label: "Active Vibers", value: stats?.activeVibers },
    { label: "Forum Channels", value: stats?.totalChannels },
  ];
  return (
    <div className={css.cards} aria-busy={isPending}>
      {cards.map((card) => (
        <div key={card.label} className={css.card}>
          <b>
            {isPending ? (
              <Skeleton width={96} height="0.7lh" style={{ margin: "0.15lh 0" }} />
            ) : card.value ? (
              `${count(card.value)}+`
            ) : (
              "0"
            )}
          </b>
          <span>{card.label}</span>
        </div>
      ))}
    </div>
  );
}
