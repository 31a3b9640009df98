// What is said where somebody is added on this device. Pure.

export const ADD = "Add";
export const ADD_TITLE = "Add somebody on this device";
export const ADD_WORDS = "You take turns on this device. Each seat can move to another device at any time.";
export const THEIR_NAME = "Their name";
