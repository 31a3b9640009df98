//! The tree of Monte Carlo tree search: nodes, and edges with what was learnt of each step.

/// The most edges that a tree has, for about half a million visits. Once there are as many, it only learns more about those.
const MOST_EDGES: usize = 1_200_000;

/// So many edges a node has at first, and each time that all have been tried, it gets so many times as many. Most nodes are visited
/// only a few times, and all edges of all of them would fill the tree with what is never looked at.
const FEW_EDGES: usize = 2;

/// No node: the step was never followed.
const NONE: u32 = u32::MAX;

/// A position, as far as the tree knows it.
#[derive(Clone, Copy, Debug)]
struct Node {
    first: u32,
    /// How many edges it has, and how many it could have.
    edges: u16,
    possible: u16,
    visits: u32,
}

/// A step from a node, and what was learnt of it.
#[derive(Clone, Debug)]
pub(crate) struct Edge<S> {
    pub(crate) step: S,
    /// How likely it is the best one, before anything was learnt; those of a node are 1 together.
    pub(crate) prior: f32,
    pub(crate) visits: u32,
    /// The payoffs of the seat that plays it, together.
    pub(crate) sum: f32,
    child: u32,
}

impl<S> Edge<S> {
    pub(crate) fn new(step: S, prior: f32) -> Edge<S> {
        Edge {
            step,
            prior,
            visits: 0,
            sum: 0.0,
            child: NONE,
        }
    }

    /// The mean payoff of the seat that plays it.
    pub(crate) fn mean(&self) -> Option<f32> {
        (self.visits > 0).then(|| self.sum / self.visits as f32)
    }
}

/// A tree.
#[derive(Debug)]
pub(crate) struct Tree<S> {
    root: u32,
    nodes: Vec<Node>,
    edges: Vec<Edge<S>>,
}

const LEAF: Node = Node {
    first: 0,
    edges: 0,
    possible: 0,
    visits: 0,
};

impl<S: Clone + PartialEq> Tree<S> {
    pub(crate) fn new() -> Tree<S> {
        Tree {
            root: 0,
            nodes: vec![LEAF],
            edges: Vec::new(),
        }
    }

    /// Forgets everything but the memory.
    pub(crate) fn clear(&mut self) {
        self.root = 0;
        self.nodes.clear();
        self.nodes.push(LEAF);
        self.edges.clear();
    }

    /// The node of the position that is searched.
    pub(crate) fn root(&self) -> u32 {
        self.root
    }

    pub(crate) fn visits(&self, node: u32) -> u32 {
        self.nodes[node as usize].visits
    }

    /// Counts a visit.
    pub(crate) fn visit(&mut self, node: u32) {
        self.nodes[node as usize].visits += 1;
    }

    pub(crate) fn is_expanded(&self, node: u32) -> bool {
        self.nodes[node as usize].edges > 0
    }

    /// Whether one more edge of a node may promise most: it has none yet, or all have been tried, and there are more. Edges are tried
    /// in their order, as of two that were not tried the likelier one promises more.
    pub(crate) fn lacks_edges(&self, node: u32) -> bool {
        let Node { edges, possible, .. } = self.nodes[node as usize];
        match self.edges(node).last() {
            None => true,
            Some(last) => last.visits > 0 && edges < possible,
        }
    }

    /// The memory that it takes, in bytes.
    pub(crate) fn memory(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>() + self.edges.capacity() * size_of::<Edge<S>>()
    }

    pub(crate) fn is_full(&self) -> bool {
        self.edges.len() >= MOST_EDGES
    }

    /// How many edges a node has once it is given more, of so many that are possible.
    pub(crate) fn next_edges(&self, node: u32, possible: usize) -> usize {
        let had = usize::from(self.nodes[node as usize].edges);
        (had * FEW_EDGES).max(FEW_EDGES).min(possible)
    }

    /// Gives a node its first edges of all that are possible, the likeliest first, or more of them: an edge is made of each that is
    /// new.
    pub(crate) fn expand<C>(&mut self, node: u32, possible: &[C], edge: impl FnMut(&C) -> Edge<S>) {
        let Node {
            first, edges: had, ..
        } = self.nodes[node as usize];
        let (before, had) = (first as usize, usize::from(had));
        let first = self.edges.len();
        let all = possible.len().min(usize::from(u16::MAX));
        let wanted = self.next_edges(node, all);
        self.edges.extend_from_within(before..before + had);
        self.edges
            .extend(possible.iter().take(wanted).skip(had).map(edge));
        let node = &mut self.nodes[node as usize];
        node.first = first as u32;
        (node.edges, node.possible) = (wanted as u16, all as u16);
    }

    /// The edges of a node.
    pub(crate) fn edges(&self, node: u32) -> &[Edge<S>] {
        let Node { first, edges, .. } = self.nodes[node as usize];
        &self.edges[first as usize..first as usize + usize::from(edges)]
    }

    /// The number of an edge of a node among all edges.
    pub(crate) fn edge_number(&self, node: u32, index: usize) -> u32 {
        self.nodes[node as usize].first + index as u32
    }

    pub(crate) fn edge(&self, number: u32) -> &Edge<S> {
        &self.edges[number as usize]
    }

    /// Counts a visit of an edge and its payoff.
    pub(crate) fn update(&mut self, number: u32, payoff: f32) {
        let edge = &mut self.edges[number as usize];
        edge.visits += 1;
        edge.sum += payoff;
    }

    /// The node that an edge leads to, which is made if there is none.
    pub(crate) fn follow(&mut self, number: u32) -> u32 {
        let next = self.nodes.len() as u32;
        let edge = &mut self.edges[number as usize];
        if edge.child == NONE {
            edge.child = next;
            self.nodes.push(LEAF);
        }
        edge.child
    }

    /// Makes the node behind a step the root. False, and an empty tree, if there is none.
    pub(crate) fn descend(&mut self, step: &S) -> bool {
        let edge = self.edges(self.root).iter().find(|edge| edge.step == *step);
        match edge.map_or(NONE, |edge| edge.child) {
            NONE => {
                self.clear();
                false
            }
            child => {
                self.root = child;
                true
            }
        }
    }

    /// Keeps only what is below the root. It is copied level by level, so that the edges of each node stay together; with a full
    /// tree that takes tens of milliseconds.
    pub(crate) fn retain(&mut self) {
        if self.root == 0 {
            return;
        }
        let (mut nodes, mut edges) = (vec![self.nodes[self.root as usize]], Vec::new());
        let mut next = 0;
        while next < nodes.len() {
            let Node {
                first, edges: count, ..
            } = nodes[next];
            nodes[next].first = edges.len() as u32;
            for edge in &self.edges[first as usize..first as usize + usize::from(count)] {
                let mut edge = edge.clone();
                if edge.child != NONE {
                    nodes.push(self.nodes[edge.child as usize]);
                    edge.child = nodes.len() as u32 - 1;
                }
                edges.push(edge);
            }
            next += 1;
        }
        (self.root, self.nodes, self.edges) = (0, nodes, edges);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_below_the_new_root_is_kept() {
        let mut tree = Tree::new();
        let edge = |step: &char| Edge::new(*step, 0.5);
        tree.expand(tree.root(), &['a', 'b'], edge);
        let second = tree.edge_number(tree.root(), 1);
        let below = tree.follow(second);
        tree.update(second, 1.0);
        tree.visit(below);
        tree.expand(below, &['c', 'd'], edge);
        let deep = tree.edge_number(below, 1);
        let leaf = tree.follow(deep);
        tree.visit(leaf);
        tree.update(deep, 0.5);
        assert!(tree.descend(&'b'));
        let known = |tree: &Tree<char>| {
            let steps: Vec<char> = tree.edges(tree.root()).iter().map(|edge| edge.step).collect();
            (steps, tree.visits(tree.root()))
        };
        let before = known(&tree);
        assert_eq!(before, (vec!['c', 'd'], 1));
        tree.retain();
        assert_eq!((known(&tree), tree.edges.len()), (before, 2));
        assert!(tree.descend(&'d'));
        assert_eq!(tree.visits(tree.root()), 1);
        assert!(!tree.descend(&'c'), "it was never followed");
        assert_eq!(tree.visits(tree.root()), 0);
    }

    #[test]
    fn a_node_gets_more_edges_once_all_have_been_tried() {
        let mut tree = Tree::new();
        let root = tree.root();
        let possible: Vec<char> = ('a'..='k').collect();
        let steps = |tree: &Tree<char>| tree.edges(root).iter().map(|edge| edge.step).collect::<String>();
        let mut tried = 0;
        for expected in ["ab", "abcd", "abcdefgh", "abcdefghijk"] {
            assert!(tree.lacks_edges(root));
            tree.expand(root, &possible, |step| Edge::new(*step, 0.05));
            assert_eq!(steps(&tree), expected);
            for index in tried..expected.len() {
                assert!(!tree.lacks_edges(root));
                let edge = tree.edge_number(root, index);
                tree.update(edge, 1.0);
            }
            tried = expected.len();
        }
        assert!(!tree.lacks_edges(root), "there are no more");
    }
}
