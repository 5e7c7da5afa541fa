import { Text } from "@mantine/core";

const promises = ["Free for everyone, forever", "No paywalls or premium tiers", "Your content stays yours"];

/** The product's promises on Pricing. */
export const PricingPromises = () => (
  <Text component="ul" className="ruled" c="dimmed">
    {promises.map((promise) => (
      <li key={promise}>{promise}</li>
    ))}
  </Text>
);
