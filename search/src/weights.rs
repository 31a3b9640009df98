//! The numbers of an evaluation, which can be tuned.

/// The weights of a game's evaluation.
pub(crate) trait Weights: Copy + Send + Sync + 'static {
    /// The ones that are played with.
    const TUNED: Self;

    /// What they are called, in the order of [`values`](Weights::values).
    const NAMES: &'static [&'static str];

    /// All of them.
    fn values(&mut self) -> Vec<&mut f32>;
}

/// Of an evaluation that is a network there is nothing to tune here.
impl Weights for () {
    const TUNED: () = ();
    const NAMES: &'static [&'static str] = &[];

    fn values(&mut self) -> Vec<&mut f32> {
        Vec::new()
    }
}

/// Makes the type `Known` of a game's weights: a name and a value for each.
macro_rules! weights {
    ($($(#[$doc:meta])* $name:ident: $value:literal,)*) => {
        /// What the evaluation counts, in the unit of evaluations unless it says otherwise.
        #[derive(Clone, Copy, Debug)]
        pub(crate) struct Known {
            $($(#[$doc])* $name: f32,)*
        }

        impl crate::weights::Weights for Known {
            const TUNED: Known = Known { $($name: $value,)* };
            const NAMES: &'static [&'static str] = &[$(stringify!($name)),*];

            fn values(&mut self) -> Vec<&mut f32> {
                vec![$(&mut self.$name),*]
            }
        }
    };
}

pub(crate) use weights;
