// What is said where somebody is added on this device. Pure.

export const ADD = "Add";
export const ADD_TITLE = "Add somebody on this device";
export const ADD_WORDS = "They play here, on this device, in turn. Each seat can go on to a phone of its own at any time.";
export const THEIR_NAME = "Their name";
