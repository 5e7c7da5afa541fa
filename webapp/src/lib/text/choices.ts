import { BuildCode, Category, LookingFor, Monetization, ProjectSort, Stage } from "../../gen/uvboard/v1/project_pb";
import type { Labels } from "./labels";

// Labels for forms, filters and the project page. Home does not need them.

export const stageHints: Labels<Stage> = {
  [Stage.IDEA]: "Just a concept",
  [Stage.MVP]: "Core features working",
  [Stage.BETA]: "Testing with users",
  [Stage.LAUNCHED]: "Live",
  [Stage.ARCHIVED]: "No longer maintained",
};

export const categoryLabels: Labels<Category> = {
  [Category.PRODUCTIVITY]: "Productivity",
  [Category.UTILITIES]: "Utilities",
  [Category.AI_AGENTS]: "AI Agents",
  [Category.DEVELOPER_TOOLS]: "Developer Tools",
  [Category.EDUCATION]: "Education",
  [Category.HEALTH_FITNESS]: "Health & Fitness",
  [Category.FINANCE]: "Finance",
  [Category.SOCIAL]: "Social",
  [Category.ENTERTAINMENT]: "Entertainment",
  [Category.MUSIC_AUDIO]: "Music & Audio",
  [Category.PHOTO_VIDEO]: "Photo & Video",
  [Category.GAMES]: "Games",
  [Category.TRAVEL]: "Travel",
  [Category.FOOD_DRINK]: "Food & Drink",
  [Category.NEWS]: "News",
  [Category.SPORTS]: "Sports",
  [Category.LIFESTYLE]: "Lifestyle",
  [Category.BUSINESS]: "Business",
  [Category.WEATHER]: "Weather",
  [Category.REFERENCE]: "Reference",
  [Category.OTHER]: "Other",
};

/** The categories in the order in which Submit and Explore offer them. */
export const categories = [
  Category.PRODUCTIVITY,
  Category.UTILITIES,
  Category.AI_AGENTS,
  Category.DEVELOPER_TOOLS,
  Category.EDUCATION,
  Category.ENTERTAINMENT,
  Category.FINANCE,
  Category.HEALTH_FITNESS,
  Category.SOCIAL,
  Category.GAMES,
  Category.MUSIC_AUDIO,
  Category.PHOTO_VIDEO,
  Category.TRAVEL,
  Category.NEWS,
  Category.BUSINESS,
  Category.LIFESTYLE,
  Category.FOOD_DRINK,
  Category.SPORTS,
  Category.WEATHER,
  Category.REFERENCE,
  Category.OTHER,
];
export const monetizationLabels: Labels<Monetization> = {
  [Monetization.FREE]: "Free",
  [Monetization.FREEMIUM]: "Freemium",
  [Monetization.ONE_TIME]: "One-time",
  [Monetization.SUBSCRIPTION]: "Subscription",
  [Monetization.ADS]: "Ads",
  [Monetization.MARKETPLACE]: "Marketplace",
  [Monetization.CROWDFUNDED]: "Crowdfunded",
  [Monetization.OPEN_SOURCE]: "Open Source",
  [Monetization.OTHER]: "Other",
};

export const codeLabels: Labels<BuildCode> = {
  [BuildCode.PEOPLE]: "Mostly people",
  [BuildCode.MIXED]: "People and AI",
  [BuildCode.MOSTLY_AI]: "Mostly AI",
  [BuildCode.AI]: "All AI",
};

export const lookingForLabels: Labels<LookingFor> = {
  [LookingFor.FEEDBACK]: "Feedback",
  [LookingFor.USERS]: "Users",
  [LookingFor.COLLABORATORS]: "Collaborators",
  [LookingFor.FUNDING]: "Funding",
  [LookingFor.MENTORSHIP]: "Mentorship",
  [LookingFor.BETA_TESTERS]: "Beta Testers",
};

export const sortLabels: Labels<ProjectSort> = {
  [ProjectSort.NEWEST]: "Newest",
  [ProjectSort.OLDEST]: "Oldest",
  [ProjectSort.TRENDING]: "Trending",
  [ProjectSort.ALPHABETICAL]: "A-Z",
};
