/** The channels that an admin of a new board can add with one press. */
export const starterChannels = [
  { name: "Introductions", description: "Say hello: who you are and what you make." },
  { name: "Show and tell", description: "Share what you are building and ask for a first impression." },
  { name: "Help", description: "Stuck? Ask, and say what you have tried." },
  { name: "Tools and prompts", description: "AI tools, models and prompts that work, and those that don't." },
  { name: "About this board", description: "Ideas, questions and problems with the board itself." },
];
